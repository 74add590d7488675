-- Codes of receipts have 26 letters, 130 random bits. Those of 24 that were handed out stay good.
alter table receipts drop constraint receipts_code_check;
alter table receipts add constraint receipts_code_check check (code ~ '^[0-9a-hjkmnp-tv-z]{24}([0-9a-hjkmnp-tv-z]{2})?$');
