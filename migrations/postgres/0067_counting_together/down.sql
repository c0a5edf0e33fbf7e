DROP TABLE tally_reach;
