-- Nodes of the version before stop writing.
alter table vendor_bills add column discount_percent numeric(4, 2) not null default 0;
update vendor_bills
set discount_percent = coalesce(
  substring(lower(terms) from '^\s*(?:due |payable )?([0-9]{1,2}(?:\.[0-9]{1,2})?)\s*[%/ ]')::numeric,
  0)
where discount_date is not null;
