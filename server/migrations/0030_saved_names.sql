-- What a person calls a number they buy airtime or data for. Every other recipient has the name its bank or company gave.

alter table beneficiaries
  add column name text check (char_length(name) between 1 and 80 and name !~ '[[:cntrl:]]'),
  add constraint beneficiaries_named check (name is null or kind = 'phone');
