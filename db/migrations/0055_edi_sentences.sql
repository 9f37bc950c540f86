-- What the tables of the exchange of X12 hold.

comment on table edi_partners is 'Whom X12 is exchanged with, and how both sides are called.';
comment on table edi_control_numbers is
  'The last number of an interchange, for each partner and direction.';
comment on table edi_interchanges is 'Interchanges that came or left, as they stand in their files.';
comment on table edi_documents is 'The sets of interchanges, and what became of them.';
