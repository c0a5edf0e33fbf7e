-- Which groups could change what is the installation's is not known any more.
SELECT 1;
