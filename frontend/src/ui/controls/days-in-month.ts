// The number of days of a month for calendars. The date library asks for the end of the month in
// the device's time zone, and where a zone has skipped that moment it counts 1: December 1981 in
// Kuala Lumpur.
import dayjs from 'dayjs';

dayjs.extend((_options, Dayjs) => {
  Dayjs.prototype.daysInMonth = function (this: dayjs.Dayjs) {
    return new Date(Date.UTC(this.year(), this.month() + 1, 0)).getUTCDate();
  };
});
