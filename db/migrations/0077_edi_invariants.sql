-- What the exchange of files must never leave out. Taken in and answered is one transaction, and so
-- is a number and the interchange that has it.
create view inv_12_edi as
select 'interchange without an answer' as what, i.id::text as id, i.state as have,
       '997 or TA1' as want
from edi_interchanges i
where i.direction = 'in' and i.state in ('accepted', 'partial', 'rejected')
  and i.created_at < now() - interval '10 minutes'
  and exists (select from edi_documents d where d.interchange_id = i.id and d.set_id <> '997')
  and not exists (select from edi_interchanges a where a.answer_to = i.id)
union all
select 'number left out', concat_ws(' ', partner_id, epoch), control_number::text,
       (before + 1)::text
from (
  select partner_id, epoch, control_number,
         lag(control_number) over (
           partition by partner_id, epoch order by control_number) as before
  from edi_interchanges where direction = 'out'
) as numbered
where before is not null and control_number <> before + 1
union all
select 'number without its interchange', concat_ws(' ', c.partner_id, c.epoch), c.last::text,
       'an interchange'
from edi_control_numbers c
where c.direction = 'out' and c.last > 0
  and not exists (
    select from edi_interchanges i
    where i.partner_id = c.partner_id and i.direction = 'out' and i.epoch = c.epoch
      and i.control_number = c.last)
union all
select 'file about no document', d.id::text, d.tells, 'a document of the warehouse'
from edi_documents d
where d.tells like 'wms %'
  and not exists (select from wms_exports e where e.message_id::text = substr(d.tells, 5));
--> statement-breakpoint
comment on view inv_12_edi is
  'Every interchange is answered, no number is left out, and files tell of documents.';
