-- Decisions are scopes of their own: approve, override, release, close, write off, refund.
alter table api_keys drop constraint api_key_scopes_known;
alter table api_keys add constraint api_key_scopes_known check (
  scopes <@ array[
    'read', 'orders', 'masterData', 'purchasing', 'finance', 'warehouse', 'approve', 'override',
    'release', 'close', 'writeOff', 'refund', 'metrics'
  ]
);
