-- A bill of last month can be posted into last month while that is open: the day it is to be posted
-- on, where it is not the day on which it passes.
alter table vendor_bills add column posting_date date;
alter table vendor_bills add constraint vendor_bill_posting_date_after_its_day
  check (posting_date is null or posting_date >= doc_date);
alter table vendor_bills add constraint vendor_bill_posted_on_its_posting_date
  check (posting_date is null or posted_on is null or posted_on = posting_date);
