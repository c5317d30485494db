-- Each process counts the reviews for somebody's training for itself.
ALTER TABLE trainee DROP COLUMN review_day;
ALTER TABLE trainee DROP COLUMN reviews;
ALTER TABLE trainee DROP COLUMN leased_until;
