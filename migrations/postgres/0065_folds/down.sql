DROP TABLE statistic_month;
