"""Tests of the laws."""
