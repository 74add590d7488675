-- When the push service said that it no longer reaches the browser. Its owner is told there, until push is turned on again.
alter table push_subscriptions add column ended_at timestamptz;
