-- Nodes of the version before may go on.
create index customers_by_address on customers ("left"(regexp_replace(lower(((((coalesce(address, ''::text) || coalesce(city, ''::text)) || coalesce(state, ''::text)) || coalesce(zip_code, ''::text)) || coalesce(country, ''::text))), '[^a-z0-9]'::text, ''::text, 'g'::text), 500)) where (deleted_at is null);
