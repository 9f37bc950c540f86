-- Nodes of the version before may go on.
alter table customers add column packing_slip_prices boolean not null default false;
