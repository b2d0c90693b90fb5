"""The pages, as a browser gets them."""
