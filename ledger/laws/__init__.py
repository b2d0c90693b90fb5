"""The laws of the book, each kept by the object that carries it out."""
