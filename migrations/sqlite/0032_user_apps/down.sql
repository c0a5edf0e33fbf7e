DROP TABLE user_app_use;
DROP TABLE company_user_app;
DROP TABLE user_app;
