DROP TABLE company_credential;
