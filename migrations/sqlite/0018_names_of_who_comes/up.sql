-- SQLite has one writer: nobody comes while another leaves.
SELECT 1;
