-- Nodes of the version before may go on.
-- Why a customer paid less than an invoice had open, and which payment left the rest that was
-- written off: it is owed again if that payment bounces.
alter table receivable_applications add column short_pay_reason text;
alter table receivable_applications add column rest_of_payment integer;
alter table receivable_applications add constraint application_short_pay_reason_known
  check (short_pay_reason in ('pricing', 'shortage', 'damaged', 'returned', 'freight', 'tax',
    'late-discount', 'other'));
alter table receivable_applications add constraint application_rest_is_written_off
  check (rest_of_payment is null or kind = 'write-off');
alter table receivable_applications
  add constraint receivable_applications_rest_of_payment_customer_payments_id_fk
  foreign key (rest_of_payment) references customer_payments (id);
create index applications_rest_of_payment on receivable_applications (rest_of_payment)
  where rest_of_payment is not null;
