mod approved;
mod decode;
mod games;
mod palettes;
mod rating_charts;
