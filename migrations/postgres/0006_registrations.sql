-- The commands are registered at each start, and their ids are kept in memory.
DROP TABLE registration;
