-- Webhooks of the last hour, for how late they are: docs/decisions/0055-reports-and-health.md. Old ones are deleted by it too.
create index webhook_events_received_at on webhook_events (received_at);
