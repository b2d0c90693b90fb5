"""A whole evening by the public API, closed, and its books read by other people's programs."""
