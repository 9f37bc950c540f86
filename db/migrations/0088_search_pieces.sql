-- Words are searched for in the middle, and misspelt ones are found, without an extension that an
-- embedded or a hosted database might not have.

-- Their indexes are to be asked, and never the functions row by row: hence their cost.

-- Every three letters of a text that stand side by side.
create function search_pieces(words text) returns text[]
language sql immutable strict parallel safe cost 10000 as $$
  select array_agg(substr(words, n, 3)) from generate_series(1, length(words) - 2) as n
$$;

-- The words of a text, of four letters or more, as they are and with each of their letters left
-- out: words that differ by a letter (missing, doubled, wrong or swapped) have one in common.
create function search_slips(words text) returns text[]
language sql immutable strict parallel safe cost 10000 as $$
  select array_agg(distinct left(word, n - 1) || substr(word, n + 1))
  from regexp_split_to_table(lower(words), '[[:space:][:punct:][:digit:]]+') as word,
       generate_series(1, length(word) + 1) as n
  where length(word) >= 4
$$;

-- Counters of these rows change with every order: with room on its page a new version of a row
-- needs no new entry in any index.
alter table customers set (fillfactor = 80);
alter table skus set (fillfactor = 80);

comment on function search_pieces(text) is 'Every three letters of a text that stand side by side.';
comment on function search_slips(text) is 'The words of a text, and each with a letter left out.';
