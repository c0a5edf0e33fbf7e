DROP TABLE operator_external_device;
DROP TABLE external_device;
