-- The webhooks about one order or deposit: docs/decisions/0052-one-line-of-an-order.md. Whether a reference was ever spoken of is
-- asked by the worker too.
create index webhook_events_of_reference on webhook_events (provider, reference);
