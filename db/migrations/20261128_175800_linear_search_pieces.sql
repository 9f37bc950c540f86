-- Nodes of the version before may go on.
-- Every three letters of a text, as before, but in time proportional to its length: `substr` walks a
-- text of UTF-8 from its start, so it is applied to parts of 102 letters. `offset 0` keeps the parts
-- from being computed again for each letter. 3,200 letters took 60 ms, and now 3 ms.
create or replace function search_pieces(words text) returns text[]
language sql immutable strict parallel safe cost 10000 as $$
  select array_agg(substr(part, n, 3))
  from (select substr(words, start, 102) as part
        from generate_series(1, length(words) - 2, 100) as start offset 0) as parts,
       generate_series(1, length(part) - 2) as n
$$;
