"""Looking names up in the table: any spelling, one row in words, all rows as pages."""
