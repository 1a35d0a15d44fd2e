-- The database after all migrations, generated from its catalog. For reading: migrations make it.

create table accounts (
  company_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  institution_name text,
  type text collate "C" not null,
  last4 text collate "C",
  category_id text collate "C" not null,
  balance_cents bigint default 0 not null,
  active boolean default true not null,
  created bigint not null,
  constraint accounts_pkey PRIMARY KEY (company_id, id),
  constraint accounts_balance_cents_check CHECK (((balance_cents >= '-9007199254740991'::bigint) AND (balance_cents <= '9007199254740991'::bigint))),
  constraint accounts_id_check CHECK ((id ~~ 'acct\_%'::text)),
  constraint accounts_last4_check CHECK ((last4 ~ '^[0-9]{4}$'::text)),
  constraint accounts_name_check CHECK ((name <> ''::text)),
  constraint accounts_type_check CHECK ((type = ANY (ARRAY['checking'::text, 'savings'::text, 'credit'::text, 'other'::text])))
);

create table api_keys (
  company_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  name text default ''::text not null,
  hash bytea not null,
  created bigint not null,
  revoked_at bigint,
  revoked_because text,
  prefix text collate "C",
  made_by text collate "C",
  last_used bigint,
  constraint api_keys_pkey PRIMARY KEY (company_id, id),
  constraint api_keys_company_id_hash_key UNIQUE (company_id, hash),
  constraint api_keys_check CHECK (((revoked_at IS NULL) = (revoked_because IS NULL))),
  constraint api_keys_hash_check CHECK ((length(hash) = 32)),
  constraint api_keys_id_check CHECK ((id ~~ 'key\_%'::text)),
  constraint api_keys_prefix_check CHECK (((length(prefix) >= 1) AND (length(prefix) <= 12))),
  constraint api_keys_revoked_because_check CHECK ((revoked_because = ANY (ARRAY['by_request'::text, 'api_access_removed'::text, 'member_removed'::text])))
);

create table audit_events (
  company_id text collate "C" not null,
  id uuid not null,
  at bigint not null,
  recorded bigint not null,
  surface text collate "C" not null,
  actor text,
  key_id text collate "C",
  action text collate "C" not null,
  topic text collate "C",
  subject text,
  from_state text collate "C",
  to_state text collate "C",
  note text,
  request_id text collate "C",
  constraint audit_events_pkey PRIMARY KEY (company_id, id),
  constraint audit_events_action_check CHECK ((action <> ''::text)),
  constraint audit_events_actor_check CHECK ((actor <> ''::text)),
  constraint audit_events_surface_check CHECK ((surface = ANY (ARRAY['key'::text, 'console'::text, 'command'::text, 'job'::text])))
);

create table background_jobs (
  id text collate "C" not null,
  queue text collate "C" not null,
  subject text collate "C",
  payload jsonb not null,
  state text collate "C" default 'waiting'::text not null,
  attempts smallint default 0 not null,
  run_at bigint not null,
  created bigint not null,
  lease text collate "C",
  leased_until bigint,
  last_error text,
  turn_of text collate "C" default ''::text not null,
  request_id text collate "C",
  deaths integer default 0 not null,
  begun bigint,
  constraint background_jobs_pkey PRIMARY KEY (id),
  constraint background_jobs_attempts_check CHECK ((attempts >= 0)),
  constraint background_jobs_check CHECK (((state = 'running'::text) = (lease IS NOT NULL))),
  constraint background_jobs_check1 CHECK (((lease IS NULL) = (leased_until IS NULL))),
  constraint background_jobs_check2 CHECK (((state <> 'dead'::text) OR (last_error IS NOT NULL))),
  constraint background_jobs_deaths_check CHECK ((deaths >= 0)),
  constraint background_jobs_queue_check CHECK ((queue ~ '^[a-z_]+\.[a-z_]+$'::text)),
  constraint background_jobs_request_id_check CHECK (((length(request_id) >= 1) AND (length(request_id) <= 128))),
  constraint background_jobs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'dead'::text])))
);

create table background_pauses (
  only_one boolean default true not null,
  since bigint not null,
  constraint background_pauses_pkey PRIMARY KEY (only_one),
  constraint background_pauses_only_one_check CHECK (only_one)
);

create table book_closings (
  company_id text collate "C" not null,
  closed_through date not null,
  closed_at bigint not null,
  entry_count bigint default 0 not null,
  digest text default '0'::text not null,
  constraint book_closings_pkey PRIMARY KEY (company_id)
);

create table book_imports (
  company_id text collate "C" not null,
  id text collate "C" not null,
  file_name text,
  format text not null,
  added_vouchers bigint not null,
  added_entries bigint not null,
  known_vouchers bigint not null,
  place bigint,
  made_categories text[] collate "C" not null,
  made_departments text[] collate "C" not null,
  created bigint not null,
  undone_at bigint,
  changed_vouchers bigint default 0 not null,
  gone_vouchers bigint default 0 not null,
  status text collate "C" default 'imported'::text not null,
  answers jsonb,
  problem jsonb,
  enabled_departments boolean default false not null,
  constraint book_imports_pkey PRIMARY KEY (company_id, id),
  constraint book_imports_company_id_place_key UNIQUE (company_id, place),
  constraint book_imports_added_entries_check CHECK ((added_entries >= 0)),
  constraint book_imports_added_vouchers_check CHECK ((added_vouchers >= 0)),
  constraint book_imports_id_check CHECK ((id ~~ 'imp\_%'::text)),
  constraint book_imports_known_vouchers_check CHECK ((known_vouchers >= 0)),
  constraint book_imports_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'imported'::text, 'refused'::text])))
);

create table cards (
  company_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  name text not null,
  last4 text collate "C",
  brand text,
  cardholder_name text,
  status text collate "C" default 'active'::text not null,
  created bigint not null,
  constraint cards_pkey PRIMARY KEY (company_id, id),
  constraint cards_id_check CHECK ((id ~~ 'card\_%'::text)),
  constraint cards_last4_check CHECK ((last4 ~ '^[0-9]{4}$'::text)),
  constraint cards_name_check CHECK ((name <> ''::text)),
  constraint cards_status_check CHECK ((status = ANY (ARRAY['active'::text, 'frozen'::text, 'closed'::text])))
);

create table categories (
  company_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  account_type text collate "C" not null,
  cash_flow text collate "C",
  tier smallint not null,
  "position" integer default 0 not null,
  parent_id text collate "C",
  created bigint not null,
  parent_tier smallint generated always as (
CASE
    WHEN (parent_id IS NULL) THEN NULL::integer
    ELSE (tier - 1)
END) stored,
  role text collate "C",
  balance_class text collate "C",
  cash_paid_for text collate "C",
  active boolean default true not null,
  merged jsonb default '[]'::jsonb not null,
  constraint categories_pkey PRIMARY KEY (company_id, id),
  constraint categories_company_id_id_account_type_tier_key UNIQUE (company_id, id, account_type, tier),
  constraint categories_account_type_check CHECK ((account_type = ANY (ARRAY['asset'::text, 'liability'::text, 'equity'::text, 'revenue'::text, 'cost_of_goods_sold'::text, 'expense'::text, 'other_income'::text, 'other_expense'::text]))),
  constraint categories_balance_class_check CHECK ((balance_class = ANY (ARRAY['current'::text, 'fixed'::text, 'non_current'::text]))),
  constraint categories_balance_class_of_type_check CHECK (((balance_class IS NULL) OR (account_type = 'asset'::text) OR ((account_type = 'liability'::text) AND (balance_class <> 'fixed'::text)))),
  constraint categories_cash_flow_check CHECK ((cash_flow = ANY (ARRAY['cash'::text, 'working_capital'::text, 'non_cash'::text, 'investing'::text, 'financing'::text]))),
  constraint categories_cash_flow_of_type_check CHECK (
CASE
    WHEN (account_type = ANY (ARRAY['asset'::text, 'liability'::text, 'equity'::text])) THEN (cash_flow IS NOT NULL)
    ELSE ((cash_flow IS NULL) OR (cash_flow = ANY (ARRAY['investing'::text, 'financing'::text])))
END),
  constraint categories_cash_paid_for_check CHECK ((cash_paid_for = ANY (ARRAY['interest'::text, 'income_taxes'::text]))),
  constraint categories_cash_paid_for_of_type_check CHECK (((cash_paid_for IS NULL) OR (account_type <> ALL (ARRAY['equity'::text, 'revenue'::text])))),
  constraint categories_check CHECK (((parent_id IS NULL) = (tier = 1))),
  constraint categories_check2 CHECK (((cash_flow <> 'cash'::text) OR (account_type = 'asset'::text))),
  constraint categories_id_check CHECK ((id ~~ 'cat\_%'::text)),
  constraint categories_merged_check CHECK ((jsonb_typeof(merged) = 'array'::text)),
  constraint categories_name_check CHECK ((name <> ''::text)),
  constraint categories_position_check CHECK (("position" >= 0)),
  constraint categories_retained_earnings_check CHECK (((role <> 'retained_earnings'::text) OR (account_type = 'equity'::text))),
  constraint categories_role_check CHECK ((role = ANY (ARRAY['uncategorized_income'::text, 'uncategorized_expenses'::text, 'cash'::text, 'credit_cards'::text, 'accounts_receivable'::text, 'accounts_payable'::text, 'sales'::text, 'prepaid_expenses'::text, 'deferred_revenue'::text, 'accumulated_depreciation'::text, 'retained_earnings'::text]))),
  constraint categories_tier_check CHECK (((tier >= 1) AND (tier <= 3)))
);

create table closing_history (
  company_id text collate "C" not null,
  number integer not null,
  action text collate "C" not null,
  through date not null,
  at bigint not null,
  actor text,
  reason text,
  checklist jsonb,
  constraint closing_history_pkey PRIMARY KEY (company_id, number),
  constraint closing_history_action_check CHECK ((action = ANY (ARRAY['closed'::text, 'opened'::text]))),
  constraint closing_history_actor_check CHECK ((actor <> ''::text)),
  constraint closing_history_number_check CHECK ((number >= 1)),
  constraint closing_history_reason_check CHECK ((reason <> ''::text))
);

create table companies (
  id text collate "C" not null,
  name text not null,
  legal_name text not null,
  entity_type text not null,
  federal_ein_last4 text,
  incorporation_date date,
  incorporation_state text,
  line_1 text,
  line_2 text,
  city text,
  state text,
  postal_code text,
  country text,
  fiscal_year_start_month smallint default 1 not null,
  lifecycle text default 'open'::text not null,
  plan text default 'growth'::text not null,
  subscription_status text default 'active'::text not null,
  trial_ends_at bigint,
  created bigint not null,
  excludes_non_cash boolean default false not null,
  sealed boolean default false not null,
  prepared_by text,
  statement_legend text collate "C" default 'none'::text not null,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_check CHECK (((trial_ends_at IS NOT NULL) OR (subscription_status <> 'trialing'::text))),
  constraint companies_entity_type_check CHECK ((entity_type = ANY (ARRAY['c_corp'::text, 's_corp'::text, 'llc'::text, 'partnership'::text, 'sole_proprietorship'::text, 'nonprofit'::text]))),
  constraint companies_federal_ein_last4_check CHECK ((federal_ein_last4 ~ '^[0-9]{4}$'::text)),
  constraint companies_fiscal_year_start_month_check CHECK (((fiscal_year_start_month >= 1) AND (fiscal_year_start_month <= 12))),
  constraint companies_id_check CHECK ((id ~~ 'comp\_%'::text)),
  constraint companies_incorporation_state_check CHECK ((incorporation_state ~ '^[A-Z]{2}$'::text)),
  constraint companies_legal_name_check CHECK ((legal_name <> ''::text)),
  constraint companies_lifecycle_check CHECK ((lifecycle = ANY (ARRAY['open'::text, 'closing'::text, 'closed'::text, 'deleted'::text]))),
  constraint companies_name_check CHECK ((name <> ''::text)),
  constraint companies_plan_check CHECK ((plan = ANY (ARRAY['formation'::text, 'startup'::text, 'growth'::text, 'enterprise'::text]))),
  constraint companies_statement_legend_check CHECK ((statement_legend = ANY (ARRAY['none'::text, 'draft'::text, 'no_assurance'::text]))),
  constraint companies_subscription_status_check CHECK ((subscription_status = ANY (ARRAY['active'::text, 'trialing'::text, 'past_due'::text, 'closed'::text, 'none'::text])))
);

create table company_features (
  company_id text collate "C" not null,
  feature text collate "C" not null,
  constraint company_features_pkey PRIMARY KEY (company_id, feature),
  constraint company_features_feature_check CHECK ((feature ~ '^[a-z][a-z0-9_]{0,62}$'::text))
);

create table company_integrations (
  company_id text collate "C" not null,
  key text collate "C" not null,
  available boolean default true not null,
  status text default 'not_connected'::text not null,
  detail text,
  reported_at bigint,
  succeeded_at bigint,
  constraint company_integrations_pkey PRIMARY KEY (company_id, key),
  constraint company_integrations_key_check CHECK ((key ~ '^[a-z][a-z0-9_]{0,62}$'::text)),
  constraint company_integrations_status_check CHECK ((status = ANY (ARRAY['connected'::text, 'not_connected'::text, 'requires_reconnect'::text, 'pending'::text])))
);

create table company_moves (
  company_id text collate "C" not null,
  state text collate "C" not null,
  lifecycle text collate "C" not null,
  code text collate "C",
  code_hash text collate "C",
  digest text collate "C",
  place text,
  jobs jsonb default '[]'::jsonb not null,
  constraint company_moves_pkey PRIMARY KEY (company_id),
  constraint company_moves_check CHECK (((state <> 'arriving'::text) OR (code IS NULL))),
  constraint company_moves_check1 CHECK (((state = 'arriving'::text) = (code IS NULL))),
  constraint company_moves_check2 CHECK (((state = 'leaving'::text) OR (digest IS NOT NULL))),
  constraint company_moves_code_hash_check CHECK ((length(code_hash) = 64)),
  constraint company_moves_digest_check CHECK ((length(digest) = 64)),
  constraint company_moves_jobs_check CHECK ((jsonb_typeof(jobs) = 'array'::text)),
  constraint company_moves_lifecycle_check CHECK ((lifecycle = ANY (ARRAY['open'::text, 'closing'::text, 'closed'::text, 'deleted'::text]))),
  constraint company_moves_state_check CHECK ((state = ANY (ARRAY['leaving'::text, 'moved'::text, 'arriving'::text])))
);

create table company_overrides (
  company_id text collate "C" not null,
  month text collate "C" not null,
  requests bigint not null,
  constraint company_overrides_pkey PRIMARY KEY (company_id, month),
  constraint company_overrides_bounded CHECK ((requests <= 999999999)),
  constraint company_overrides_month_check CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
  constraint company_overrides_requests_check CHECK ((requests >= 0))
);

create table company_usage (
  company_id text collate "C" not null,
  month text collate "C" not null,
  requests bigint not null,
  granted bigint default 0 not null,
  constraint company_usage_pkey PRIMARY KEY (company_id, month),
  constraint company_usage_bounded CHECK ((requests <= '999999999999'::bigint)),
  constraint company_usage_month_check CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
  constraint company_usage_requests_check CHECK ((requests >= 0))
);

create table credentials (
  hash bytea not null,
  company text collate "C" not null,
  constraint credentials_pkey PRIMARY KEY (hash)
);

create table delaware_checks (
  company_id text collate "C" not null,
  year smallint not null,
  filed boolean not null,
  checked_at bigint not null,
  constraint delaware_checks_pkey PRIMARY KEY (company_id, year),
  constraint delaware_checks_year_check CHECK (((year >= 1000) AND (year <= 9999)))
);

create table departments (
  company_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  tier smallint not null,
  "position" integer default 0 not null,
  parent_id text collate "C",
  assignable boolean default true not null,
  created bigint not null,
  parent_tier smallint generated always as (
CASE
    WHEN (parent_id IS NULL) THEN NULL::integer
    ELSE (tier - 1)
END) stored,
  constraint departments_pkey PRIMARY KEY (company_id, id),
  constraint departments_company_id_id_tier_key UNIQUE (company_id, id, tier),
  constraint departments_check CHECK (((parent_id IS NULL) = (tier = 1))),
  constraint departments_id_check CHECK ((id ~~ 'dept\_%'::text)),
  constraint departments_name_check CHECK ((name <> ''::text)),
  constraint departments_position_check CHECK (("position" >= 0)),
  constraint departments_tier_check CHECK (((tier >= 1) AND (tier <= 4)))
);

create table drill_faults (
  step text collate "C" not null,
  action text collate "C" not null,
  times integer not null,
  constraint drill_faults_pkey PRIMARY KEY (step),
  constraint drill_faults_action_check CHECK ((action = ANY (ARRAY['fail'::text, 'crash'::text, 'stall'::text, 'hold'::text]))),
  constraint drill_faults_times_check CHECK ((times > 0))
);

create table feed_clocks (
  company_id text collate "C" not null,
  stamped bigint default 0 not null,
  issued bigint default 0 not null,
  closed_through date,
  changes bigint default 0 not null,
  live_rows bigint default 0 not null,
  row_sum numeric(78,0) default 0 not null,
  writer text,
  constraint feed_clocks_pkey PRIMARY KEY (company_id)
);

create table feed_connection_accounts (
  company_id text collate "C" not null,
  connection_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  currency text collate "C" not null,
  account_id text collate "C",
  constraint feed_connection_accounts_pkey PRIMARY KEY (company_id, connection_id, id),
  constraint feed_connection_accounts_id_check CHECK ((id <> ''::text))
);

create table feed_connections (
  company_id text collate "C" not null,
  id text collate "C" not null,
  vendor text collate "C" not null,
  secret text collate "C" not null,
  status text collate "C" default 'connected'::text not null,
  detail text,
  since date not null,
  cursor text,
  pending jsonb default '[]'::jsonb not null,
  failures integer default 0 not null,
  revision integer default 0 not null,
  created bigint not null,
  pulled_at bigint,
  next_pull_at bigint not null,
  skipped jsonb default '[]'::jsonb not null,
  again_cursor text collate "C",
  again_at bigint,
  again_began bigint,
  constraint feed_connections_pkey PRIMARY KEY (company_id, id),
  constraint feed_connections_again_check CHECK (((again_at IS NULL) = (again_cursor IS NULL))),
  constraint feed_connections_failures_check CHECK ((failures >= 0)),
  constraint feed_connections_id_check CHECK ((id ~~ 'conn\_%'::text)),
  constraint feed_connections_secret_check CHECK ((secret <> ''::text)),
  constraint feed_connections_status_check CHECK ((status = ANY (ARRAY['connected'::text, 'requires_reconnect'::text]))),
  constraint feed_connections_vendor_check CHECK ((vendor ~ '^[a-z][a-z0-9_]{0,62}$'::text))
);

create table files (
  company_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C",
  filename text not null,
  size bigint not null,
  md5 text collate "C" not null,
  direct boolean not null,
  object_key text collate "C",
  pages integer,
  is_franchise_report boolean,
  created bigint not null,
  expires_at bigint not null,
  attached_to text collate "C",
  attached_at bigint,
  released_at bigint,
  constraint files_pkey PRIMARY KEY (company_id, id),
  constraint files_check CHECK ((expires_at > created)),
  constraint files_check1 CHECK (((pages IS NULL) = (is_franchise_report IS NULL))),
  constraint files_check2 CHECK (((object_key IS NULL) OR (pages IS NOT NULL))),
  constraint files_check3 CHECK (((attached_to IS NULL) = (attached_at IS NULL))),
  constraint files_check4 CHECK (((released_at IS NULL) OR (attached_to IS NOT NULL))),
  constraint files_check5 CHECK (((attached_to IS NULL) OR ((released_at IS NULL) = (object_key IS NOT NULL)))),
  constraint files_check6 CHECK (((attached_at IS NULL) OR (attached_at < expires_at))),
  constraint files_filename_check CHECK ((filename <> ''::text)),
  constraint files_id_check CHECK ((id ~~ 'file\_%'::text)),
  constraint files_md5_check CHECK ((md5 ~ '^[A-Za-z0-9+/]{22}==$'::text)),
  constraint files_pages_check CHECK ((pages > 0)),
  constraint files_size_check CHECK ((size > 0))
);

create table first_visits (
  only_one boolean default true not null,
  hash bytea not null,
  expires bigint not null,
  constraint first_visits_pkey PRIMARY KEY (only_one),
  constraint first_visits_hash_check CHECK ((length(hash) = 32)),
  constraint first_visits_only_one_check CHECK (only_one)
);

create table form_1099_documents (
  company_id text collate "C" not null,
  id text collate "C" not null,
  form_number bigint not null,
  state text collate "C" not null,
  type text collate "C" not null,
  filename text not null,
  content_type text collate "C",
  size bigint not null,
  swept_from bigint,
  created bigint not null,
  constraint form_1099_documents_pkey PRIMARY KEY (company_id, id),
  constraint form_1099_documents_check CHECK (((state = 'attached'::text) = (swept_from IS NULL))),
  constraint form_1099_documents_filename_check CHECK ((filename <> ''::text)),
  constraint form_1099_documents_id_check CHECK ((id ~ '^doc_[0-9a-f]{1,63}$'::text)),
  constraint form_1099_documents_size_check CHECK ((size >= 0)),
  constraint form_1099_documents_state_check CHECK ((state = ANY (ARRAY['storing'::text, 'attached'::text, 'dropped'::text]))),
  constraint form_1099_documents_type_check CHECK ((type = ANY (ARRAY['w9'::text, 'form_1099'::text])))
);

create table form_1099_reports (
  company_id text collate "C" not null,
  id text collate "C" not null,
  year integer,
  created bigint not null,
  review_required integer default 0 not null,
  pending integer default 0 not null,
  filed integer default 0 not null,
  not_required integer default 0 not null,
  unsound integer default 0 not null,
  constraint form_1099_reports_pkey PRIMARY KEY (company_id, id),
  constraint form_1099_reports_filed_check CHECK ((filed >= 0)),
  constraint form_1099_reports_id_check CHECK ((id <> ''::text)),
  constraint form_1099_reports_not_required_check CHECK ((not_required >= 0)),
  constraint form_1099_reports_pending_check CHECK ((pending >= 0)),
  constraint form_1099_reports_review_required_check CHECK ((review_required >= 0)),
  constraint form_1099_reports_unsound_check CHECK ((unsound >= 0))
);

create table forms_1099 (
  company_id text collate "C" not null,
  number bigint not null,
  report_id text collate "C" not null,
  year integer,
  id text collate "C",
  vendor_name text not null,
  vendor_key text collate "C" not null,
  filing_status text collate "C" not null,
  filed_at bigint,
  filed_elsewhere boolean not null,
  sound boolean generated always as (((id IS NOT NULL) AND (filing_status = ANY (ARRAY['review_required'::text, 'w9_required'::text, 'w9_requested'::text, 'ready_to_file'::text, 'filing'::text, 'filed'::text, 'not_required'::text])) AND ((NOT filed_elsewhere) OR (filing_status = 'filed'::text)) AND ((filed_at IS NULL) OR ((filing_status = 'filed'::text) AND (NOT filed_elsewhere))))) stored not null,
  created bigint not null,
  updated bigint not null,
  constraint forms_1099_pkey PRIMARY KEY (company_id, number),
  constraint forms_1099_id_check CHECK ((id ~~ 'f1099\_%'::text)),
  constraint forms_1099_number_check CHECK ((number > 0))
);

create table import_changes (
  company_id text collate "C" not null,
  import_id text collate "C" not null,
  voucher_id text collate "C" not null,
  former jsonb not null,
  constraint import_changes_pkey PRIMARY KEY (company_id, import_id, voucher_id),
  constraint import_changes_former_check CHECK ((jsonb_typeof(former) = 'object'::text))
);

create table import_files (
  company_id text collate "C" not null,
  import_id text collate "C" not null,
  part text collate "C" not null,
  piece bigint not null,
  content bytea not null,
  constraint import_files_pkey PRIMARY KEY (company_id, import_id, part, piece),
  constraint import_files_part_check CHECK ((part = ANY (ARRAY['books'::text, 'accounts'::text, 'trial_balance'::text]))),
  constraint import_files_piece_check CHECK ((piece >= 0))
);

create table imported_vouchers (
  company_id text collate "C" not null,
  identity bytea not null,
  content bytea not null,
  voucher_id text not null,
  source text collate "C",
  texts bytea,
  import_id text collate "C",
  constraint imported_vouchers_pkey PRIMARY KEY (company_id, identity, voucher_id)
);

create table invitations (
  company_id text collate "C" not null,
  id text collate "C" not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  email_key text collate "C" not null,
  permissions jsonb not null,
  invited_by text collate "C",
  created bigint not null,
  expires bigint not null,
  revision integer not null,
  state text collate "C" not null,
  accepted_at bigint,
  accepted_by text collate "C",
  token_hash bytea,
  constraint invitations_pkey PRIMARY KEY (company_id, id),
  constraint invitations_company_id_token_hash_key UNIQUE (company_id, token_hash),
  constraint invitations_check CHECK (((state = 'accepted'::text) = (accepted_at IS NOT NULL))),
  constraint invitations_check1 CHECK (((state = 'accepted'::text) = (accepted_by IS NOT NULL))),
  constraint invitations_check2 CHECK (((state = 'pending'::text) OR (token_hash IS NULL))),
  constraint invitations_email_key_check CHECK (((email_key = lower(email_key)) AND (email_key ~~ '%@%'::text))),
  constraint invitations_first_name_check CHECK ((first_name <> ''::text)),
  constraint invitations_id_check CHECK ((id ~ '^invite_[A-Za-z0-9]+$'::text)),
  constraint invitations_last_name_check CHECK ((last_name <> ''::text)),
  constraint invitations_permissions_check CHECK ((jsonb_typeof(permissions) = 'object'::text)),
  constraint invitations_revision_check CHECK ((revision > 0)),
  constraint invitations_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'accepted'::text, 'revoked'::text]))),
  constraint invitations_token_hash_check CHECK ((length(token_hash) = 32))
);

create table invoice_lines (
  company_id text collate "C" not null,
  invoice_id text collate "C" not null,
  "position" smallint not null,
  description text not null,
  quantity_ten_thousandths bigint not null,
  unit_amount_cents bigint not null,
  amount_cents bigint not null,
  category_id text collate "C" not null,
  constraint invoice_lines_pkey PRIMARY KEY (company_id, invoice_id, "position"),
  constraint invoice_lines_check CHECK (((amount_cents)::numeric = round((((quantity_ten_thousandths)::numeric * (unit_amount_cents)::numeric) / (10000)::numeric)))),
  constraint invoice_lines_description_check CHECK ((description <> ''::text)),
  constraint invoice_lines_position_check CHECK (("position" > 0)),
  constraint invoice_lines_quantity_ten_thousandths_check CHECK ((quantity_ten_thousandths > 0))
);

create table invoices (
  company_id text collate "C" not null,
  id text collate "C" not null,
  number text collate "C" not null,
  counted bigint generated always as (
CASE
    WHEN (number ~ '^INV-[0-9]{1,15}$'::text) THEN (substr(number, 5))::bigint
    ELSE NULL::bigint
END) stored,
  customer_name text collate "C" not null,
  customer_email text,
  state text collate "C" not null,
  issue_date date not null,
  due_date date not null,
  receivable_category_id text collate "C" not null,
  total_cents bigint not null,
  paid_cents bigint default 0 not null,
  created bigint not null,
  updated bigint not null,
  voided_on date,
  credited_cents bigint default 0 not null,
  moved_cents bigint default 0 not null,
  status text collate "C" generated always as (
CASE
    WHEN ((state = 'open'::text) AND (((paid_cents + credited_cents) - moved_cents) >= total_cents)) THEN 'paid'::text
    ELSE state
END) stored,
  side text collate "C" generated always as (
CASE
    WHEN (id ~~ 'inv\_%'::text) THEN 'receivable'::text
    WHEN (id ~~ 'bill\_%'::text) THEN 'payable'::text
    ELSE NULL::text
END) stored not null,
  vendor_number text collate "C",
  vendor_number_key text collate "C",
  bill_counted bigint generated always as (
CASE
    WHEN (number ~ '^BILL-[0-9]{1,15}$'::text) THEN (substr(number, 6))::bigint
    ELSE NULL::bigint
END) stored,
  opened_on date,
  constraint invoices_pkey PRIMARY KEY (company_id, id),
  constraint invoices_company_id_number_key UNIQUE (company_id, number),
  constraint invoices_check CHECK ((due_date >= issue_date)),
  constraint invoices_customer_name_check CHECK ((customer_name <> ''::text)),
  constraint invoices_moved_check CHECK (((moved_cents = 0) OR (((paid_cents + credited_cents) - moved_cents) >= total_cents))),
  constraint invoices_number_check CHECK ((number <> ''::text)),
  constraint invoices_settled_check CHECK (((moved_cents >= 0) AND ((state = 'open'::text) OR (((paid_cents + credited_cents) + moved_cents) = 0)))),
  constraint invoices_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'open'::text, 'void'::text]))),
  constraint invoices_vendor_number_check CHECK (((vendor_number IS NULL) OR (vendor_number <> ''::text))),
  constraint invoices_voided_on_check CHECK (((voided_on IS NULL) OR ((state = 'void'::text) AND (voided_on > issue_date))))
);

create table journal_entries (
  company_id text collate "C" not null,
  voucher_id text collate "C" not null,
  line smallint not null,
  date date not null,
  category_id text collate "C" not null,
  department_id text collate "C",
  net_debit_cents bigint not null,
  merchant text collate "C",
  description text default ''::text not null,
  source text collate "C" not null,
  transaction_id text collate "C",
  held boolean default false not null,
  created bigint not null,
  updated bigint not null,
  event_id uuid default (NULLIF(current_setting('daybook.event'::text, true), ''::text))::uuid,
  constraint journal_entries_pkey PRIMARY KEY (company_id, voucher_id, line),
  constraint journal_entries_line_check CHECK ((line > 0)),
  constraint journal_entries_net_debit_cents_check CHECK (((net_debit_cents >= '-9007199254740991'::bigint) AND (net_debit_cents <= '9007199254740991'::bigint))),
  constraint journal_entries_source_check CHECK ((source = ANY (ARRAY['bank_transaction'::text, 'spread'::text, 'capitalization'::text, 'csv_upload'::text, 'transfer'::text, 'invoice'::text, 'bill'::text, 'adjustment'::text])))
);

create table kept_answers (
  company_id text collate "C" not null,
  user_id text collate "C" not null,
  operation text collate "C" not null,
  key text collate "C" not null,
  input_hash text collate "C" not null,
  answer text not null,
  created bigint not null,
  constraint kept_answers_pkey PRIMARY KEY (company_id, user_id, operation, key),
  constraint kept_answers_input_hash_check CHECK ((length(input_hash) = 64)),
  constraint kept_answers_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);

create table ledger_debits (
  company_id text collate "C" not null,
  cents numeric(30,0) not null,
  revision bigint default 0 not null,
  constraint ledger_debits_pkey PRIMARY KEY (company_id)
);

create table ledger_department_rollups (
  company_id text collate "C" not null,
  grain text collate "C" not null,
  period date not null,
  department_id text collate "C" not null,
  category_id text collate "C" not null,
  net_debit_cents bigint not null,
  entry_count bigint not null,
  refreshed_at bigint not null,
  constraint ledger_department_rollups_pkey PRIMARY KEY (company_id, grain, period, department_id, category_id),
  constraint ledger_department_rollups_grain_check CHECK ((grain = ANY (ARRAY['year'::text, 'month'::text])))
);

create table ledger_rollups (
  company_id text collate "C" not null,
  grain text collate "C" not null,
  period date not null,
  category_id text collate "C" not null,
  net_debit_cents bigint not null,
  entry_count bigint not null,
  refreshed_at bigint not null,
  constraint ledger_rollups_pkey PRIMARY KEY (company_id, grain, period, category_id),
  constraint ledger_rollups_grain_check CHECK ((grain = ANY (ARRAY['year'::text, 'month'::text])))
);

create table ledger_stale_months (
  company_id text collate "C" not null,
  month date not null,
  marked_at bigint not null,
  constraint ledger_stale_months_pkey PRIMARY KEY (company_id, month),
  constraint ledger_stale_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

create table manual_entries (
  company_id text collate "C" not null,
  voucher_id text collate "C" not null,
  memo text not null,
  reference text collate "C",
  posted_by text not null,
  reverses text collate "C",
  reviewed_by text,
  reviewed_at bigint,
  created bigint not null,
  adjusting boolean default false not null,
  constraint manual_entries_pkey PRIMARY KEY (company_id, voucher_id),
  constraint manual_entries_check CHECK ((reverses <> voucher_id)),
  constraint manual_entries_memo_check CHECK ((memo <> ''::text)),
  constraint manual_entries_posted_by_check CHECK ((posted_by <> ''::text)),
  constraint manual_entries_reference_check CHECK ((reference <> ''::text)),
  constraint manual_entries_review_check CHECK (((reviewed_by IS NULL) = (reviewed_at IS NULL))),
  constraint manual_entries_reviewed_by_check CHECK ((reviewed_by <> ''::text))
);

create table members (
  company_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  permissions jsonb not null,
  created bigint not null,
  removed_at bigint,
  constraint members_pkey PRIMARY KEY (company_id, id),
  constraint members_company_id_user_id_key UNIQUE (company_id, user_id),
  constraint members_id_check CHECK ((id ~~ 'mbr\_%'::text))
);

create table password_links (
  user_id text collate "C" not null,
  hash bytea not null,
  expires bigint not null,
  constraint password_links_pkey PRIMARY KEY (user_id),
  constraint password_links_hash_key UNIQUE (hash),
  constraint password_links_hash_check CHECK ((length(hash) = 32))
);

create table passwords (
  user_id text collate "C" not null,
  hash text not null,
  changed bigint not null,
  shown_in text collate "C",
  constraint passwords_pkey PRIMARY KEY (user_id),
  constraint passwords_hash_check CHECK ((hash ~~ '$argon2id$%'::text))
);

create table reconciliation_lines (
  company_id text collate "C" not null,
  reconciliation_id text collate "C" not null,
  transaction_id text collate "C" not null,
  constraint reconciliation_lines_pkey PRIMARY KEY (company_id, transaction_id)
);

create table reconciliations (
  company_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  statement_date date not null,
  statement_cents bigint not null,
  opening_cents bigint not null,
  state text collate "C" default 'draft'::text not null,
  created bigint not null,
  created_by text not null,
  finished_at bigint,
  finished_by text,
  constraint reconciliations_pkey PRIMARY KEY (company_id, id),
  constraint reconciliations_company_id_account_id_statement_date_key UNIQUE (company_id, account_id, statement_date),
  constraint reconciliations_check CHECK ((((state = 'finished'::text) = (finished_at IS NOT NULL)) AND ((finished_at IS NULL) = (finished_by IS NULL)))),
  constraint reconciliations_created_by_check CHECK ((created_by <> ''::text)),
  constraint reconciliations_finished_by_check CHECK ((finished_by <> ''::text)),
  constraint reconciliations_id_check CHECK ((id ~~ 'rcn\_%'::text)),
  constraint reconciliations_opening_cents_check CHECK (((opening_cents >= '-1000000000000000'::bigint) AND (opening_cents <= '1000000000000000'::bigint))),
  constraint reconciliations_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'finished'::text, 'reopened'::text]))),
  constraint reconciliations_statement_cents_check CHECK (((statement_cents >= '-1000000000000000'::bigint) AND (statement_cents <= '1000000000000000'::bigint)))
);

create table report_exports (
  company_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  origin text collate "C" not null,
  idempotency_key text collate "C",
  report_type text collate "C" not null,
  start_date date not null,
  end_date date not null,
  format text collate "C" not null,
  group_period text collate "C" not null,
  group_rows text collate "C" not null,
  status text collate "C" default 'pending'::text not null,
  created bigint not null,
  started_at bigint,
  completed_at bigint,
  attempts smallint default 0 not null,
  generation_ms bigint,
  error_code text collate "C",
  error_detail text,
  file_key text collate "C",
  file_name text,
  file_size bigint,
  compare text collate "C" default 'none'::text not null,
  adjustments text collate "C" default 'included'::text not null,
  category_id text collate "C",
  beside text collate "C" default 'none'::text not null,
  shares text collate "C" default 'none'::text not null,
  rounding text collate "C" default 'cents'::text not null,
  constraint report_exports_pkey PRIMARY KEY (company_id, id),
  constraint report_exports_adjustments_check CHECK ((adjustments = ANY (ARRAY['included'::text, 'excluded'::text, 'separate'::text]))),
  constraint report_exports_beside_check CHECK ((beside = ANY (ARRAY['none'::text, 'year_to_date'::text]))),
  constraint report_exports_check CHECK ((end_date >= start_date)),
  constraint report_exports_check2 CHECK (((completed_at IS NOT NULL) = (status = ANY (ARRAY['succeeded'::text, 'failed'::text])))),
  constraint report_exports_check3 CHECK (((status = 'failed'::text) = (error_code IS NOT NULL))),
  constraint report_exports_check4 CHECK (((error_detail IS NULL) OR (error_code IS NOT NULL))),
  constraint report_exports_check6 CHECK ((((file_key IS NULL) = (file_size IS NULL)) AND ((file_key IS NULL) = (file_name IS NULL)))),
  constraint report_exports_check7 CHECK (((status <> 'pending'::text) OR (started_at IS NULL))),
  constraint report_exports_check8 CHECK (((status <> ALL (ARRAY['processing'::text, 'succeeded'::text])) OR (started_at IS NOT NULL))),
  constraint report_exports_check9 CHECK (((group_rows = 'category'::text) OR (report_type = 'income_statement'::text))),
  constraint report_exports_compare_check CHECK ((compare = ANY (ARRAY['none'::text, 'prior_period'::text, 'prior_year'::text, 'both'::text]))),
  constraint report_exports_error_code_check CHECK ((error_code = ANY (ARRAY['generation_failed'::text, 'access_revoked'::text]))),
  constraint report_exports_file_size_check CHECK ((file_size > 0)),
  constraint report_exports_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'csv'::text, 'xlsx'::text, 'zip'::text]))),
  constraint report_exports_generation_ms_check CHECK ((generation_ms >= 0)),
  constraint report_exports_group_period_check CHECK ((group_period = ANY (ARRAY['month'::text, 'quarter'::text, 'year'::text]))),
  constraint report_exports_group_rows_check CHECK ((group_rows = ANY (ARRAY['category'::text, 'department'::text]))),
  constraint report_exports_id_check CHECK ((id ~~ 'export\_%'::text)),
  constraint report_exports_key_of_api_check CHECK (((origin = 'browser'::text) OR (idempotency_key IS NOT NULL))),
  constraint report_exports_origin_check CHECK ((origin = ANY (ARRAY['api'::text, 'browser'::text]))),
  constraint report_exports_report_type_check CHECK ((report_type = ANY (ARRAY['income_statement'::text, 'balance_sheet'::text, 'cash_flow'::text, 'trial_balance'::text, 'general_ledger'::text, 'changes_in_equity'::text, 'package'::text]))),
  constraint report_exports_rounding_check CHECK ((rounding = ANY (ARRAY['cents'::text, 'dollars'::text, 'thousands'::text]))),
  constraint report_exports_shares_check CHECK ((shares = ANY (ARRAY['none'::text, 'revenue'::text]))),
  constraint report_exports_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'succeeded'::text, 'failed'::text])))
);

create table rules (
  company_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  conditions jsonb not null,
  category_id text collate "C" not null,
  department_id text collate "C",
  active boolean not null,
  "position" integer not null,
  job_id text collate "C",
  created bigint not null,
  updated bigint not null,
  constraint rules_pkey PRIMARY KEY (company_id, id),
  constraint rules_company_id_position_key UNIQUE (company_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint rules_conditions_check CHECK ((jsonb_array_length(conditions) > 0)),
  constraint rules_id_check CHECK ((id ~~ 'rule\_%'::text)),
  constraint rules_name_check CHECK ((name <> ''::text)),
  constraint rules_position_check CHECK (("position" > 0))
);

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at bigint not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table sessions (
  hash bytea not null,
  user_id text collate "C" not null,
  created bigint not null,
  expires bigint not null,
  browser text,
  seen bigint,
  constraint sessions_pkey PRIMARY KEY (hash),
  constraint sessions_browser_check CHECK (((length(browser) >= 1) AND (length(browser) <= 60))),
  constraint sessions_check CHECK ((expires > created)),
  constraint sessions_hash_check CHECK ((length(hash) = 32))
);

create table settlement_lines (
  company_id text collate "C" not null,
  settlement_id text collate "C" not null,
  "position" smallint not null,
  category_id text collate "C" not null,
  department_id text collate "C",
  amount_cents bigint not null,
  description text,
  constraint settlement_lines_pkey PRIMARY KEY (company_id, settlement_id, "position"),
  constraint settlement_lines_amount_cents_check CHECK (((amount_cents >= 1) AND (amount_cents <= '1000000000000000'::bigint))),
  constraint settlement_lines_position_check CHECK (("position" > 0))
);

create table settlements (
  company_id text collate "C" not null,
  id text collate "C" not null,
  kind text collate "C" not null,
  invoice_id text collate "C" not null,
  from_invoice_id text collate "C",
  date date not null,
  amount_cents bigint not null,
  note text default ''::text not null,
  reversed_on date,
  created bigint not null,
  transaction_id text collate "C",
  reference text collate "C",
  constraint settlements_pkey PRIMARY KEY (company_id, id),
  constraint settlements_amount_cents_check CHECK (((amount_cents >= 1) AND (amount_cents <= '1000000000000000'::bigint))),
  constraint settlements_check CHECK ((reversed_on > date)),
  constraint settlements_check1 CHECK (((kind = 'move'::text) = (from_invoice_id IS NOT NULL))),
  constraint settlements_check2 CHECK ((invoice_id <> from_invoice_id)),
  constraint settlements_id_check CHECK ((id ~~ 'stl\_%'::text)),
  constraint settlements_kind_check CHECK ((kind = ANY (ARRAY['credit_note'::text, 'write_off'::text, 'fee'::text, 'move'::text, 'refund'::text]))),
  constraint settlements_reference_check CHECK (((reference IS NULL) OR (kind = ANY (ARRAY['credit_note'::text, 'write_off'::text, 'refund'::text])))),
  constraint settlements_transaction_check CHECK (((transaction_id IS NULL) OR (kind = ANY (ARRAY['fee'::text, 'move'::text]))))
);

create table sheet_blocks (
  company_id text collate "C" not null,
  worksheet_id text collate "C" not null,
  block integer not null,
  cells text not null,
  cell_count integer not null,
  characters integer not null,
  top_row integer,
  left_column integer,
  bottom_row integer,
  right_column integer,
  formats text not null,
  format_count integer not null,
  constraint sheet_blocks_pkey PRIMARY KEY (company_id, worksheet_id, block),
  constraint sheet_blocks_block_check CHECK (((block >= 0) AND (block <= 16383))),
  constraint sheet_blocks_cell_count_check CHECK ((cell_count >= 0)),
  constraint sheet_blocks_characters_check CHECK ((characters >= 0)),
  constraint sheet_blocks_check CHECK (((cell_count + format_count) > 0)),
  constraint sheet_blocks_check1 CHECK (((cell_count > 0) = ((top_row IS NOT NULL) AND (left_column IS NOT NULL) AND (bottom_row IS NOT NULL) AND (right_column IS NOT NULL)))),
  constraint sheet_blocks_check2 CHECK ((((top_row >= (block * 64)) AND (top_row <= bottom_row)) AND (bottom_row < ((block + 1) * 64)) AND ((left_column >= 0) AND (left_column <= right_column)) AND (right_column < 16384))),
  constraint sheet_blocks_format_count_check CHECK ((format_count >= 0))
);

create table sheet_changes (
  company_id text collate "C" not null,
  sheet_number bigint not null,
  revision bigint not null,
  blocks jsonb not null,
  moves jsonb default '[]'::jsonb not null,
  constraint sheet_changes_pkey PRIMARY KEY (company_id, sheet_number, revision),
  constraint sheet_changes_moves_check CHECK ((jsonb_typeof(moves) = 'array'::text)),
  constraint sheet_changes_revision_check CHECK (((revision >= 2) AND (revision <= '9007199254740991'::bigint)))
);

create table sheet_charts (
  company_id text collate "C" not null,
  id text collate "C" not null,
  worksheet_id text collate "C" not null,
  place integer not null,
  type text collate "C" not null,
  title text,
  ranges text[] not null,
  at_row integer not null,
  at_column integer not null,
  row_span integer not null,
  column_span integer not null,
  constraint sheet_charts_pkey PRIMARY KEY (company_id, id),
  constraint sheet_charts_at_column_check CHECK (((at_column >= 0) AND (at_column <= 16383))),
  constraint sheet_charts_at_row_check CHECK (((at_row >= 0) AND (at_row <= 1048575))),
  constraint sheet_charts_column_span_check CHECK (((column_span >= 1) AND (column_span <= 16384))),
  constraint sheet_charts_id_check CHECK ((id ~~ 'cht\_%'::text)),
  constraint sheet_charts_place_check CHECK ((place >= 0)),
  constraint sheet_charts_row_span_check CHECK (((row_span >= 1) AND (row_span <= 1048576))),
  constraint sheet_charts_type_check CHECK ((type = ANY (ARRAY['line'::text, 'bar'::text, 'column'::text, 'area'::text, 'pie'::text, 'doughnut'::text, 'scatter'::text, 'combo'::text])))
);

create table sheet_names (
  company_id text collate "C" not null,
  sheet_number bigint not null,
  place integer not null,
  name text not null,
  name_key text collate "C" not null,
  formula text not null,
  worksheet_id text collate "C",
  constraint sheet_names_pkey PRIMARY KEY (company_id, sheet_number, place),
  constraint sheet_names_formula_check CHECK ((formula ~~ '=%'::text)),
  constraint sheet_names_name_check CHECK ((name <> ''::text)),
  constraint sheet_names_place_check CHECK ((place >= 0))
);

create table sheet_worksheets (
  company_id text collate "C" not null,
  id text collate "C" not null,
  sheet_number bigint not null,
  place integer not null,
  name text not null,
  name_key text collate "C" not null,
  row_count integer not null,
  column_count integer not null,
  column_widths jsonb default '[]'::jsonb not null,
  row_heights jsonb default '[]'::jsonb not null,
  frozen_rows integer default 0 not null,
  frozen_columns integer default 0 not null,
  constraint sheet_worksheets_pkey PRIMARY KEY (company_id, id),
  constraint sheet_worksheets_company_id_sheet_number_name_key_key UNIQUE (company_id, sheet_number, name_key) DEFERRABLE INITIALLY DEFERRED,
  constraint sheet_worksheets_company_id_sheet_number_place_key UNIQUE (company_id, sheet_number, place) DEFERRABLE INITIALLY DEFERRED,
  constraint sheet_worksheets_column_count_check CHECK (((column_count >= 1) AND (column_count <= 16384))),
  constraint sheet_worksheets_column_widths_check CHECK ((jsonb_typeof(column_widths) = 'array'::text)),
  constraint sheet_worksheets_frozen_columns_check CHECK ((frozen_columns >= 0)),
  constraint sheet_worksheets_frozen_rows_check CHECK ((frozen_rows >= 0)),
  constraint sheet_worksheets_id_check CHECK ((id ~~ 'wks\_%'::text)),
  constraint sheet_worksheets_name_check CHECK ((name <> ''::text)),
  constraint sheet_worksheets_place_check CHECK ((place >= 0)),
  constraint sheet_worksheets_row_count_check CHECK (((row_count >= 1) AND (row_count <= 1048576))),
  constraint sheet_worksheets_row_heights_check CHECK ((jsonb_typeof(row_heights) = 'array'::text))
);

create table sheets (
  company_id text collate "C" not null,
  number bigint not null,
  id text collate "C" not null,
  name text not null,
  name_key text collate "C" not null,
  revision bigint not null,
  edition uuid default gen_random_uuid() not null,
  created bigint not null,
  constraint sheets_pkey PRIMARY KEY (company_id, number),
  constraint sheets_id_check CHECK ((id ~~ 'sht\_%'::text)),
  constraint sheets_name_check CHECK ((name <> ''::text)),
  constraint sheets_number_check CHECK ((number > 0)),
  constraint sheets_revision_check CHECK (((revision >= 1) AND (revision <= '9007199254740991'::bigint)))
);

create table sign_in_attempts (
  name text collate "C" not null,
  attempts integer not null,
  ends bigint not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (name),
  constraint sign_in_attempts_attempts_check CHECK ((attempts > 0))
);

create table spreads (
  company_id text collate "C" not null,
  id text collate "C" not null,
  kind text collate "C" not null,
  transaction_id text collate "C",
  category_id text collate "C" not null,
  department_id text collate "C",
  holding_category_id text collate "C" not null,
  contra_category_id text collate "C" not null,
  amount_cents bigint not null,
  start_date date not null,
  end_date date not null,
  description text default ''::text not null,
  merchant text collate "C",
  created bigint not null,
  held boolean default false not null,
  counted_cents jsonb default '[]'::jsonb not null,
  basis text collate "C" default 'month'::text not null,
  ended_on date,
  ended_as text collate "C",
  proceeds_cents bigint,
  proceeds_category_id text collate "C",
  result_category_id text collate "C",
  first_year_months smallint,
  declining_percent smallint,
  salvage_cents bigint default 0 not null,
  opened_on date,
  opened_cents bigint default 0 not null,
  constraint spreads_pkey PRIMARY KEY (company_id, id),
  constraint spreads_amount_cents_check CHECK ((amount_cents <> 0)),
  constraint spreads_basis_check CHECK ((basis = ANY (ARRAY['month'::text, 'day'::text, 'mid_month'::text, 'half_year'::text]))),
  constraint spreads_check CHECK ((end_date >= start_date)),
  constraint spreads_counted_cents_check CHECK ((jsonb_typeof(counted_cents) = 'array'::text)),
  constraint spreads_declining_percent_check CHECK (((declining_percent >= 100) AND (declining_percent <= 400))),
  constraint spreads_disposal_check CHECK (
CASE
    WHEN (ended_as = 'disposed'::text) THEN ((kind = 'capitalization'::text) AND (proceeds_cents IS NOT NULL) AND (proceeds_category_id IS NOT NULL) AND (result_category_id IS NOT NULL))
    ELSE ((proceeds_cents IS NULL) AND (proceeds_category_id IS NULL) AND (result_category_id IS NULL))
END),
  constraint spreads_end_check CHECK ((((ended_on IS NULL) = (ended_as IS NULL)) AND (ended_on >= start_date))),
  constraint spreads_ended_as_check CHECK ((ended_as = ANY (ARRAY['recognized'::text, 'disposed'::text]))),
  constraint spreads_first_year_months_check CHECK (((first_year_months >= 1) AND (first_year_months <= 12))),
  constraint spreads_id_check CHECK ((id ~~ 'spread\_%'::text)),
  constraint spreads_kind_check CHECK ((kind = ANY (ARRAY['spread'::text, 'capitalization'::text]))),
  constraint spreads_opened_check CHECK (((opened_on IS NOT NULL) OR (opened_cents = 0))),
  constraint spreads_proceeds_cents_check CHECK (((proceeds_cents >= 0) AND (proceeds_cents <= '9007199254740991'::bigint))),
  constraint spreads_salvage_cents_check CHECK ((salvage_cents >= 0))
);

create table statement_notes (
  company_id text collate "C" not null,
  id text collate "C" not null,
  line_id text collate "C" not null,
  report_type text collate "C",
  start_date date,
  end_date date,
  text text not null,
  created bigint not null,
  constraint statement_notes_pkey PRIMARY KEY (company_id, id),
  constraint statement_notes_check CHECK ((end_date >= start_date)),
  constraint statement_notes_check1 CHECK (((start_date IS NULL) = (end_date IS NULL))),
  constraint statement_notes_id_check CHECK ((id ~~ 'note\_%'::text)),
  constraint statement_notes_report_type_check CHECK ((report_type = ANY (ARRAY['income_statement'::text, 'balance_sheet'::text, 'cash_flow'::text]))),
  constraint statement_notes_text_check CHECK ((text <> ''::text))
);

create table tax_credit_questionnaires (
  company_id text collate "C" not null,
  credit_id text collate "C" not null,
  number smallint not null,
  decision text collate "C" not null,
  estimate_cents bigint,
  estimate_confirmed boolean not null,
  payroll_provider text collate "C",
  payroll_done boolean not null,
  payroll_done_because text collate "C",
  payroll_submitted_at bigint,
  created bigint not null,
  updated bigint not null,
  constraint tax_credit_questionnaires_pkey PRIMARY KEY (company_id, credit_id, number),
  constraint tax_credit_questionnaires_check CHECK ((payroll_done OR (payroll_done_because IS NULL))),
  constraint tax_credit_questionnaires_decision_check CHECK ((decision = ANY (ARRAY['undecided'::text, 'opted_in'::text, 'declined'::text]))),
  constraint tax_credit_questionnaires_estimate_cents_check CHECK (((estimate_cents >= 0) AND (estimate_cents <= '9007199254740991'::bigint))),
  constraint tax_credit_questionnaires_number_check CHECK ((number > 0)),
  constraint tax_credit_questionnaires_payroll_done_because_check CHECK ((payroll_done_because = ANY (ARRAY['submitted'::text, 'full_offset'::text]))),
  constraint tax_credit_questionnaires_payroll_provider_check CHECK ((payroll_provider <> ''::text))
);

create table tax_credit_returns (
  company_id text collate "C" not null,
  credit_id text collate "C" not null,
  number smallint not null,
  total_cents bigint,
  income_tax_cents bigint,
  filed boolean not null,
  updated bigint not null,
  constraint tax_credit_returns_pkey PRIMARY KEY (company_id, credit_id, number),
  constraint tax_credit_returns_income_tax_cents_check CHECK (((income_tax_cents >= 0) AND (income_tax_cents <= '9007199254740991'::bigint))),
  constraint tax_credit_returns_total_cents_check CHECK (((total_cents >= 0) AND (total_cents <= '9007199254740991'::bigint)))
);

create table tax_credits (
  company_id text collate "C" not null,
  id text collate "C" not null,
  type text collate "C" not null,
  jurisdiction text collate "C" not null,
  year smallint not null,
  constraint tax_credits_pkey PRIMARY KEY (company_id, id),
  constraint tax_credits_company_id_type_jurisdiction_year_key UNIQUE (company_id, type, jurisdiction, year),
  constraint tax_credits_id_check CHECK ((id ~ '^tcred_[A-Za-z0-9]+$'::text)),
  constraint tax_credits_jurisdiction_check CHECK ((jurisdiction = 'US'::text)),
  constraint tax_credits_type_check CHECK ((type = 'research_and_development'::text)),
  constraint tax_credits_year_check CHECK (((year >= 1000) AND (year <= 9999)))
);

create table tax_documents (
  company_id text collate "C" not null,
  tax_id text collate "C" not null,
  file_id text collate "C",
  object_key text collate "C" not null,
  filename text not null,
  size bigint not null,
  created bigint not null,
  only_draft boolean default false not null,
  constraint tax_documents_pkey PRIMARY KEY (company_id, tax_id),
  constraint tax_documents_filename_check CHECK ((filename <> ''::text)),
  constraint tax_documents_size_check CHECK ((size > 0))
);

create table tax_holds (
  company_id text collate "C" not null,
  since bigint not null,
  constraint tax_holds_pkey PRIMARY KEY (company_id)
);

create table tax_records (
  company_id text collate "C" not null,
  id text collate "C" not null,
  type text collate "C" not null,
  year smallint not null,
  jurisdictions text[] not null,
  unmapped_jurisdictions text[] not null,
  filing_status text collate "C" not null,
  filed_at bigint,
  filed_elsewhere boolean not null,
  extension_filed_at bigint,
  tax_firm text,
  staff_only boolean not null,
  created bigint not null,
  updated bigint not null,
  constraint tax_records_pkey PRIMARY KEY (company_id, id),
  constraint tax_records_company_id_type_year_key UNIQUE (company_id, type, year),
  constraint tax_records_check CHECK ((id ~~ (('tax\_'::text || type) || '\_%'::text))),
  constraint tax_records_check1 CHECK (((filing_status = 'filed'::text) OR ((filed_at IS NULL) AND (NOT filed_elsewhere)))),
  constraint tax_records_check2 CHECK (((type = 'income'::text) OR ((extension_filed_at IS NULL) AND (jurisdictions = '{US-DE}'::text[]) AND (unmapped_jurisdictions = '{}'::text[])))),
  constraint tax_records_check3 CHECK (((type = 'franchise'::text) OR (jurisdictions[1] = 'US'::text))),
  constraint tax_records_filing_status_check CHECK ((filing_status = ANY (ARRAY['onboarding'::text, 'preparing'::text, 'review_required'::text, 'filing'::text, 'filed'::text]))),
  constraint tax_records_tax_firm_check CHECK ((tax_firm <> ''::text)),
  constraint tax_records_type_check CHECK ((type = ANY (ARRAY['income'::text, 'franchise'::text]))),
  constraint tax_records_year_check CHECK (((year >= 1000) AND (year <= 9999)))
);

create table transaction_jobs (
  company_id text collate "C" not null,
  id text collate "C" not null,
  type text collate "C" not null,
  work jsonb not null,
  status text collate "C" default 'pending'::text not null,
  place text collate "C" default ''::text not null,
  total integer not null,
  processed integer default 0 not null,
  failed integer default 0 not null,
  errors jsonb default '[]'::jsonb not null,
  created bigint not null,
  completed_at bigint,
  constraint transaction_jobs_pkey PRIMARY KEY (company_id, id),
  constraint transaction_jobs_check CHECK (((failed <= processed) AND (processed <= total))),
  constraint transaction_jobs_check1 CHECK ((failed = jsonb_array_length(errors))),
  constraint transaction_jobs_check2 CHECK (((completed_at IS NULL) = (status = ANY (ARRAY['pending'::text, 'processing'::text])))),
  constraint transaction_jobs_failed_check CHECK ((failed >= 0)),
  constraint transaction_jobs_id_check CHECK ((id ~~ 'job\_%'::text)),
  constraint transaction_jobs_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'succeeded'::text, 'failed'::text]))),
  constraint transaction_jobs_total_check CHECK ((total >= 0)),
  constraint transaction_jobs_type_check CHECK ((type = ANY (ARRAY['transaction_bulk_update'::text, 'rule_application'::text])))
);

create table transaction_splits (
  company_id text collate "C" not null,
  id text collate "C" not null,
  transaction_id text collate "C" not null,
  "position" smallint not null,
  category_id text collate "C" not null,
  department_id text collate "C",
  amount_cents bigint not null,
  memo text,
  spread_id text collate "C",
  constraint transaction_splits_pkey PRIMARY KEY (company_id, id),
  constraint transaction_splits_company_id_transaction_id_position_key UNIQUE (company_id, transaction_id, "position"),
  constraint transaction_splits_amount_cents_check CHECK (((amount_cents >= '-1000000000000000'::bigint) AND (amount_cents <= '1000000000000000'::bigint))),
  constraint transaction_splits_id_check CHECK ((id ~~ 'split\_%'::text)),
  constraint transaction_splits_position_check CHECK (("position" > 0))
);

create table transaction_uploads (
  company_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  file_name text,
  format text collate "C" not null,
  status text collate "C" not null,
  row_count integer not null,
  imported_count integer not null,
  duplicate_count integer not null,
  errors jsonb not null,
  created bigint not null,
  undone_at bigint,
  balances jsonb default '[]'::jsonb not null,
  constraint transaction_uploads_pkey PRIMARY KEY (company_id, id),
  constraint transaction_uploads_check CHECK (((imported_count + duplicate_count) <= row_count)),
  constraint transaction_uploads_check1 CHECK (((status = 'succeeded'::text) = ((imported_count + duplicate_count) = row_count))),
  constraint transaction_uploads_duplicate_count_check CHECK ((duplicate_count >= 0)),
  constraint transaction_uploads_format_check CHECK ((format = ANY (ARRAY['bai2'::text, 'camt'::text, 'csv'::text, 'mt940'::text, 'ofx'::text, 'qfx'::text, 'qif'::text, 'json'::text]))),
  constraint transaction_uploads_id_check CHECK ((id ~~ 'tup\_%'::text)),
  constraint transaction_uploads_imported_count_check CHECK ((imported_count >= 0)),
  constraint transaction_uploads_status_check CHECK ((status = ANY (ARRAY['succeeded'::text, 'partially_succeeded'::text, 'failed'::text])))
);

create table transactions (
  company_id text collate "C" not null,
  id text collate "C" not null,
  account_id text collate "C" not null,
  card_id text collate "C",
  external_id text collate "C",
  date date not null,
  accounting_date date not null,
  amount_cents bigint not null,
  description text default ''::text not null,
  merchant_name text collate "C",
  memo text,
  category_id text collate "C",
  department_id text collate "C",
  transaction_type text collate "C" default 'standard'::text not null,
  status text collate "C" default 'approved'::text not null,
  source_vendor text collate "C" not null,
  source_type text collate "C" not null,
  transfer_id text collate "C",
  spread_id text collate "C",
  invoice_id text collate "C",
  deleted boolean default false not null,
  created bigint not null,
  updated bigint not null,
  merchant_chosen boolean default false not null,
  upload_id text collate "C",
  twin_voucher_id text collate "C",
  twin_line smallint,
  twin_asked boolean default false not null,
  twin_pending boolean default false not null,
  constraint transactions_pkey PRIMARY KEY (company_id, id),
  constraint transactions_amount_cents_check CHECK (((amount_cents >= '-1000000000000000'::bigint) AND (amount_cents <= '1000000000000000'::bigint))),
  constraint transactions_check CHECK (((transaction_type = 'standard'::text) = (category_id IS NOT NULL))),
  constraint transactions_check1 CHECK (((transaction_type = 'transfer'::text) = (transfer_id IS NOT NULL))),
  constraint transactions_check2 CHECK (((invoice_id IS NULL) OR (transaction_type = 'standard'::text))),
  constraint transactions_check3 CHECK (((NOT deleted) OR ((transfer_id IS NULL) AND (invoice_id IS NULL) AND (spread_id IS NULL)))),
  constraint transactions_check4 CHECK (((invoice_id IS NULL) OR (amount_cents <> 0))),
  constraint transactions_id_check CHECK ((id ~~ 'txn\_%'::text)),
  constraint transactions_source_type_check CHECK ((source_type <> ''::text)),
  constraint transactions_source_vendor_check CHECK ((source_vendor <> ''::text)),
  constraint transactions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'needs_review'::text, 'excluded'::text]))),
  constraint transactions_transaction_type_check CHECK ((transaction_type = ANY (ARRAY['standard'::text, 'category_split'::text, 'department_split'::text, 'payroll_split'::text, 'transfer'::text]))),
  constraint transactions_twin_check CHECK ((((twin_voucher_id IS NULL) = (twin_line IS NULL)) AND ((twin_voucher_id IS NOT NULL) OR (NOT twin_asked)))),
  constraint transactions_upload_id_check CHECK ((upload_id ~~ 'tup\_%'::text))
);

create table transfers (
  company_id text collate "C" not null,
  id text collate "C" not null,
  from_transaction_id text collate "C" not null,
  to_transaction_id text collate "C" not null,
  amount_cents bigint not null,
  date date not null,
  created bigint not null,
  constraint transfers_pkey PRIMARY KEY (company_id, id),
  constraint transfers_company_id_from_transaction_id_key UNIQUE (company_id, from_transaction_id),
  constraint transfers_company_id_to_transaction_id_key UNIQUE (company_id, to_transaction_id),
  constraint transfers_amount_cents_check CHECK ((amount_cents > 0)),
  constraint transfers_check CHECK ((from_transaction_id <> to_transaction_id)),
  constraint transfers_id_check CHECK ((id ~~ 'trf\_%'::text))
);

create table users (
  id text collate "C" not null,
  email text collate "C" not null,
  first_name text,
  last_name text,
  active boolean default true not null,
  created bigint not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_id_check CHECK ((id ~~ 'user\_%'::text))
);

alter table accounts add constraint accounts_company_id_category_id_fkey FOREIGN KEY (company_id, category_id) REFERENCES categories(company_id, id);
alter table accounts add constraint accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table api_keys add constraint api_keys_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES members(company_id, user_id) ON DELETE CASCADE;
alter table audit_events add constraint audit_events_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table book_closings add constraint book_closings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table book_imports add constraint book_imports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table cards add constraint cards_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES accounts(company_id, id);
alter table categories add constraint categories_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table categories add constraint categories_company_id_parent_id_account_type_parent_tier_fkey FOREIGN KEY (company_id, parent_id, account_type, parent_tier) REFERENCES categories(company_id, id, account_type, tier);
alter table closing_history add constraint closing_history_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table company_features add constraint company_features_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table company_integrations add constraint company_integrations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table company_moves add constraint company_moves_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table company_overrides add constraint company_overrides_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table company_usage add constraint company_usage_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table delaware_checks add constraint delaware_checks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table departments add constraint departments_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table departments add constraint departments_company_id_parent_id_parent_tier_fkey FOREIGN KEY (company_id, parent_id, parent_tier) REFERENCES departments(company_id, id, tier);
alter table feed_connection_accounts add constraint feed_connection_accounts_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES accounts(company_id, id);
alter table feed_connection_accounts add constraint feed_connection_accounts_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES feed_connections(company_id, id) ON DELETE CASCADE;
alter table feed_connections add constraint feed_connections_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table files add constraint files_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table files add constraint files_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table form_1099_documents add constraint form_1099_documents_company_id_form_number_fkey FOREIGN KEY (company_id, form_number) REFERENCES forms_1099(company_id, number);
alter table form_1099_reports add constraint form_1099_reports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table forms_1099 add constraint forms_1099_company_id_report_id_fkey FOREIGN KEY (company_id, report_id) REFERENCES form_1099_reports(company_id, id);
alter table import_changes add constraint import_changes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table import_files add constraint import_files_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table imported_vouchers add constraint imported_vouchers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table invitations add constraint invitations_company_id_accepted_by_fkey FOREIGN KEY (company_id, accepted_by) REFERENCES members(company_id, id);
alter table invitations add constraint invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table invitations add constraint invitations_company_id_invited_by_fkey FOREIGN KEY (company_id, invited_by) REFERENCES members(company_id, id);
alter table invoice_lines add constraint invoice_lines_company_id_category_id_fkey FOREIGN KEY (company_id, category_id) REFERENCES categories(company_id, id);
alter table invoice_lines add constraint invoice_lines_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id) ON DELETE CASCADE;
alter table invoices add constraint invoices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table invoices add constraint invoices_company_id_receivable_category_id_fkey FOREIGN KEY (company_id, receivable_category_id) REFERENCES categories(company_id, id);
alter table kept_answers add constraint kept_answers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table manual_entries add constraint manual_entries_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table members add constraint members_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table members add constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table password_links add constraint password_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table passwords add constraint passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table reconciliation_lines add constraint reconciliation_lines_company_id_reconciliation_id_fkey FOREIGN KEY (company_id, reconciliation_id) REFERENCES reconciliations(company_id, id) ON DELETE CASCADE;
alter table reconciliation_lines add constraint reconciliation_lines_company_id_transaction_id_fkey FOREIGN KEY (company_id, transaction_id) REFERENCES transactions(company_id, id) ON DELETE CASCADE;
alter table reconciliations add constraint reconciliations_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES accounts(company_id, id) ON DELETE CASCADE;
alter table report_exports add constraint report_exports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table report_exports add constraint report_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table rules add constraint rules_company_id_category_id_fkey FOREIGN KEY (company_id, category_id) REFERENCES categories(company_id, id);
alter table rules add constraint rules_company_id_department_id_fkey FOREIGN KEY (company_id, department_id) REFERENCES departments(company_id, id);
alter table rules add constraint rules_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table settlement_lines add constraint settlement_lines_company_id_category_id_fkey FOREIGN KEY (company_id, category_id) REFERENCES categories(company_id, id);
alter table settlement_lines add constraint settlement_lines_company_id_department_id_fkey FOREIGN KEY (company_id, department_id) REFERENCES departments(company_id, id);
alter table settlement_lines add constraint settlement_lines_company_id_settlement_id_fkey FOREIGN KEY (company_id, settlement_id) REFERENCES settlements(company_id, id) ON DELETE CASCADE;
alter table settlements add constraint settlements_company_id_from_invoice_id_fkey FOREIGN KEY (company_id, from_invoice_id) REFERENCES invoices(company_id, id) ON DELETE CASCADE;
alter table settlements add constraint settlements_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id) ON DELETE CASCADE;
alter table settlements add constraint settlements_company_id_transaction_id_fkey FOREIGN KEY (company_id, transaction_id) REFERENCES transactions(company_id, id);
alter table sheet_blocks add constraint sheet_blocks_company_id_worksheet_id_fkey FOREIGN KEY (company_id, worksheet_id) REFERENCES sheet_worksheets(company_id, id) ON DELETE CASCADE;
alter table sheet_changes add constraint sheet_changes_company_id_sheet_number_fkey FOREIGN KEY (company_id, sheet_number) REFERENCES sheets(company_id, number) ON DELETE CASCADE;
alter table sheet_charts add constraint sheet_charts_company_id_worksheet_id_fkey FOREIGN KEY (company_id, worksheet_id) REFERENCES sheet_worksheets(company_id, id) ON DELETE CASCADE;
alter table sheet_names add constraint sheet_names_company_id_sheet_number_fkey FOREIGN KEY (company_id, sheet_number) REFERENCES sheets(company_id, number) ON DELETE CASCADE;
alter table sheet_names add constraint sheet_names_company_id_worksheet_id_fkey FOREIGN KEY (company_id, worksheet_id) REFERENCES sheet_worksheets(company_id, id) ON DELETE CASCADE;
alter table sheet_worksheets add constraint sheet_worksheets_company_id_sheet_number_fkey FOREIGN KEY (company_id, sheet_number) REFERENCES sheets(company_id, number) ON DELETE CASCADE;
alter table sheets add constraint sheets_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table spreads add constraint spreads_company_id_category_id_fkey FOREIGN KEY (company_id, category_id) REFERENCES categories(company_id, id);
alter table spreads add constraint spreads_company_id_contra_category_id_fkey FOREIGN KEY (company_id, contra_category_id) REFERENCES categories(company_id, id);
alter table spreads add constraint spreads_company_id_department_id_fkey FOREIGN KEY (company_id, department_id) REFERENCES departments(company_id, id);
alter table spreads add constraint spreads_company_id_holding_category_id_fkey FOREIGN KEY (company_id, holding_category_id) REFERENCES categories(company_id, id);
alter table spreads add constraint spreads_company_id_proceeds_category_id_fkey FOREIGN KEY (company_id, proceeds_category_id) REFERENCES categories(company_id, id);
alter table spreads add constraint spreads_company_id_result_category_id_fkey FOREIGN KEY (company_id, result_category_id) REFERENCES categories(company_id, id);
alter table spreads add constraint spreads_company_id_transaction_id_fkey FOREIGN KEY (company_id, transaction_id) REFERENCES transactions(company_id, id);
alter table statement_notes add constraint statement_notes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table tax_credit_questionnaires add constraint tax_credit_questionnaires_company_id_credit_id_fkey FOREIGN KEY (company_id, credit_id) REFERENCES tax_credits(company_id, id) ON DELETE CASCADE;
alter table tax_credit_returns add constraint tax_credit_returns_company_id_credit_id_number_fkey FOREIGN KEY (company_id, credit_id, number) REFERENCES tax_credit_questionnaires(company_id, credit_id, number) ON DELETE CASCADE;
alter table tax_credits add constraint tax_credits_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table tax_documents add constraint tax_documents_company_id_tax_id_fkey FOREIGN KEY (company_id, tax_id) REFERENCES tax_records(company_id, id) ON DELETE CASCADE;
alter table tax_holds add constraint tax_holds_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table tax_records add constraint tax_records_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table transaction_jobs add constraint transaction_jobs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table transaction_splits add constraint transaction_splits_company_id_category_id_fkey FOREIGN KEY (company_id, category_id) REFERENCES categories(company_id, id);
alter table transaction_splits add constraint transaction_splits_company_id_department_id_fkey FOREIGN KEY (company_id, department_id) REFERENCES departments(company_id, id);
alter table transaction_splits add constraint transaction_splits_company_id_transaction_id_fkey FOREIGN KEY (company_id, transaction_id) REFERENCES transactions(company_id, id) ON DELETE CASCADE;
alter table transaction_splits add constraint transaction_splits_spread FOREIGN KEY (company_id, spread_id) REFERENCES spreads(company_id, id) DEFERRABLE INITIALLY DEFERRED;
alter table transaction_uploads add constraint transaction_uploads_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES accounts(company_id, id) ON DELETE CASCADE;
alter table transactions add constraint transactions_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES accounts(company_id, id);
alter table transactions add constraint transactions_company_id_card_id_fkey FOREIGN KEY (company_id, card_id) REFERENCES cards(company_id, id);
alter table transactions add constraint transactions_company_id_category_id_fkey FOREIGN KEY (company_id, category_id) REFERENCES categories(company_id, id);
alter table transactions add constraint transactions_company_id_department_id_fkey FOREIGN KEY (company_id, department_id) REFERENCES departments(company_id, id);
alter table transactions add constraint transactions_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id);
alter table transactions add constraint transactions_spread FOREIGN KEY (company_id, spread_id) REFERENCES spreads(company_id, id) DEFERRABLE INITIALLY DEFERRED;
alter table transactions add constraint transactions_transfer FOREIGN KEY (company_id, transfer_id) REFERENCES transfers(company_id, id) DEFERRABLE INITIALLY DEFERRED;
alter table transfers add constraint transfers_company_id_from_transaction_id_fkey FOREIGN KEY (company_id, from_transaction_id) REFERENCES transactions(company_id, id);
alter table transfers add constraint transfers_company_id_to_transaction_id_fkey FOREIGN KEY (company_id, to_transaction_id) REFERENCES transactions(company_id, id);

CREATE INDEX api_keys_by_hash ON api_keys USING btree (hash);
CREATE INDEX api_keys_by_user ON api_keys USING btree (company_id, user_id);
CREATE INDEX audit_events_by_time ON audit_events USING btree (company_id, recorded, id);
CREATE INDEX audit_events_by_topic ON audit_events USING btree (company_id, topic, subject, recorded) WHERE (topic IS NOT NULL);
CREATE INDEX background_jobs_dead ON background_jobs USING btree (queue, id) WHERE (state = 'dead'::text);
CREATE INDEX background_jobs_leased ON background_jobs USING btree (leased_until) WHERE (state = 'running'::text);
CREATE INDEX background_jobs_turns ON background_jobs USING btree (queue, turn_of, run_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX background_jobs_waiting ON background_jobs USING btree (queue, subject) WHERE ((state = 'waiting'::text) AND (subject IS NOT NULL));
CREATE INDEX categories_by_parent ON categories USING btree (company_id, parent_id);
CREATE UNIQUE INDEX categories_by_role ON categories USING btree (company_id, role) WHERE (role IS NOT NULL);
CREATE INDEX departments_by_parent ON departments USING btree (company_id, parent_id);
CREATE UNIQUE INDEX feed_connection_accounts_by_account ON feed_connection_accounts USING btree (company_id, account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX form_1099_documents_by_form ON form_1099_documents USING btree (company_id, form_number, created, id) WHERE (state = 'attached'::text);
CREATE INDEX form_1099_documents_left ON form_1099_documents USING btree (company_id, swept_from) WHERE (swept_from IS NOT NULL);
CREATE UNIQUE INDEX form_1099_reports_by_year ON form_1099_reports USING btree (company_id, year) WHERE ((year >= 1000) AND (year <= 9999));
CREATE UNIQUE INDEX forms_1099_by_id ON forms_1099 USING btree (company_id, id) WHERE (id IS NOT NULL);
CREATE INDEX forms_1099_by_stage ON forms_1099 USING btree (company_id, filing_status, year, number);
CREATE INDEX forms_1099_by_vendor ON forms_1099 USING btree (company_id, md5(vendor_key), year, number);
CREATE INDEX forms_1099_by_year ON forms_1099 USING btree (company_id, year, number);
CREATE INDEX forms_1099_filed_elsewhere ON forms_1099 USING btree (company_id, year, number) WHERE filed_elsewhere;
CREATE INDEX forms_1099_unsound ON forms_1099 USING btree (company_id, report_id, number) WHERE (NOT sound);
CREATE INDEX imported_vouchers_by_import ON imported_vouchers USING btree (company_id, import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX imported_vouchers_by_voucher ON imported_vouchers USING btree (company_id, voucher_id);
CREATE UNIQUE INDEX invitations_one_pending ON invitations USING btree (company_id, email_key) WHERE (state = 'pending'::text);
CREATE INDEX invoices_by_bill_count ON invoices USING btree (company_id, bill_counted) WHERE (bill_counted IS NOT NULL);
CREATE INDEX invoices_by_count ON invoices USING btree (company_id, counted) WHERE (counted IS NOT NULL);
CREATE INDEX invoices_by_reversal ON invoices USING btree (company_id, voided_on) WHERE (voided_on IS NOT NULL);
CREATE UNIQUE INDEX invoices_by_vendor_number ON invoices USING btree (company_id, vendor_number_key);
CREATE INDEX invoices_due ON invoices USING btree (company_id, side, customer_name, due_date, number) WHERE ((state = 'open'::text) AND (total_cents <> ((paid_cents + credited_cents) - moved_cents)));
CREATE INDEX invoices_of_side_by_date ON invoices USING btree (company_id, side, issue_date, id);
CREATE INDEX invoices_of_side_by_party ON invoices USING btree (company_id, side, customer_name, issue_date, id);
CREATE INDEX invoices_of_side_by_status ON invoices USING btree (company_id, side, status, issue_date, id);
CREATE INDEX journal_entries_by_category ON journal_entries USING btree (company_id, category_id, date, voucher_id, line);
CREATE INDEX journal_entries_by_date ON journal_entries USING btree (company_id, date, voucher_id, line);
CREATE INDEX journal_entries_by_department ON journal_entries USING btree (company_id, department_id, date, voucher_id, line) WHERE (department_id IS NOT NULL);
CREATE INDEX journal_entries_by_merchant ON journal_entries USING btree (company_id, category_id, merchant, date) WHERE (merchant IS NOT NULL);
CREATE INDEX journal_entries_by_transaction ON journal_entries USING btree (company_id, transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX kept_answers_by_age ON kept_answers USING btree (company_id, created);
CREATE INDEX manual_entries_adjusting ON manual_entries USING btree (company_id, voucher_id) WHERE adjusting;
CREATE UNIQUE INDEX manual_entries_by_reference ON manual_entries USING btree (company_id, reference) WHERE (reference IS NOT NULL);
CREATE UNIQUE INDEX manual_entries_by_reversed ON manual_entries USING btree (company_id, reverses) WHERE (reverses IS NOT NULL);
CREATE INDEX manual_entries_by_time ON manual_entries USING btree (company_id, created, voucher_id);
CREATE INDEX members_by_user ON members USING btree (user_id);
CREATE INDEX reconciliation_lines_by_reconciliation ON reconciliation_lines USING btree (company_id, reconciliation_id, transaction_id);
CREATE UNIQUE INDEX reconciliations_in_progress ON reconciliations USING btree (company_id, account_id) WHERE (state <> 'finished'::text);
CREATE UNIQUE INDEX report_exports_by_key ON report_exports USING btree (company_id, user_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX report_exports_unfinished ON report_exports USING btree (company_id) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text]));
CREATE INDEX sessions_by_end ON sessions USING btree (expires);
CREATE INDEX sessions_by_user ON sessions USING btree (user_id);
CREATE INDEX settlements_by_day ON settlements USING btree (company_id, date);
CREATE INDEX settlements_by_invoice ON settlements USING btree (company_id, invoice_id, id);
CREATE UNIQUE INDEX settlements_by_reference ON settlements USING btree (company_id, reference) WHERE ((reference IS NOT NULL) AND (reversed_on IS NULL));
CREATE INDEX settlements_by_reversal ON settlements USING btree (company_id, reversed_on) WHERE (reversed_on IS NOT NULL);
CREATE INDEX settlements_by_source ON settlements USING btree (company_id, from_invoice_id, id) WHERE (from_invoice_id IS NOT NULL);
CREATE INDEX settlements_by_transaction ON settlements USING btree (company_id, transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX sheet_charts_by_worksheet ON sheet_charts USING btree (company_id, worksheet_id, place);
CREATE INDEX sheet_names_by_worksheet ON sheet_names USING btree (company_id, worksheet_id) WHERE (worksheet_id IS NOT NULL);
CREATE UNIQUE INDEX sheet_names_known ON sheet_names USING btree (company_id, sheet_number, COALESCE(worksheet_id, ''::text), name_key);
CREATE INDEX sheets_by_creation ON sheets USING btree (company_id, created, number);
CREATE UNIQUE INDEX sheets_by_id ON sheets USING btree (company_id, id);
CREATE INDEX sign_in_attempts_by_end ON sign_in_attempts USING btree (ends);
CREATE INDEX spreads_by_kind ON spreads USING btree (company_id, kind, start_date DESC, id);
CREATE INDEX spreads_by_transaction ON spreads USING btree (company_id, transaction_id);
CREATE UNIQUE INDEX tax_credit_returns_filed ON tax_credit_returns USING btree (company_id, credit_id) WHERE filed;
CREATE INDEX tax_records_by_time ON tax_records USING btree (company_id, created, id);
CREATE INDEX transaction_uploads_by_account ON transaction_uploads USING btree (company_id, account_id);
CREATE INDEX transactions_by_account ON transactions USING btree (company_id, account_id, date, id) WHERE (NOT deleted);
CREATE INDEX transactions_by_category ON transactions USING btree (company_id, category_id, date, id) WHERE ((NOT deleted) AND (category_id IS NOT NULL));
CREATE INDEX transactions_by_change ON transactions USING btree (company_id, updated, id);
CREATE INDEX transactions_by_date ON transactions USING btree (company_id, date, id) WHERE (NOT deleted);
CREATE UNIQUE INDEX transactions_by_external_id ON transactions USING btree (company_id, account_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX transactions_by_invoice ON transactions USING btree (company_id, invoice_id, date, id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX transactions_by_twin ON transactions USING btree (company_id, twin_voucher_id) WHERE (twin_voucher_id IS NOT NULL);
CREATE INDEX transactions_by_upload ON transactions USING btree (company_id, upload_id) WHERE (upload_id IS NOT NULL);
CREATE INDEX transactions_open ON transactions USING btree (company_id, status, date, id) WHERE ((NOT deleted) AND (status <> 'approved'::text));
CREATE INDEX transactions_paying ON transactions USING btree (company_id, accounting_date) WHERE (invoice_id IS NOT NULL);
CREATE INDEX transactions_pending ON transactions USING btree (company_id, account_id, date) WHERE ((status = 'pending'::text) OR twin_pending);

CREATE OR REPLACE FUNCTION book_closings_lock(company text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from companies where id = company for no key update;
  perform 1 from feed_clocks where company_id = company for update;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION book_closings_take_turns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform book_closings_lock(case tg_op when 'DELETE' then old.company_id else new.company_id end);
  return case tg_op when 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION book_closings_tell_writers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update feed_clocks set closed_through = case tg_op when 'DELETE' then null else new.closed_through end
  where company_id = case tg_op when 'DELETE' then old.company_id else new.company_id end;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION categories_keep_closed_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  through date;
begin
  select closed_through into through from book_closings where company_id = new.company_id;
  if found and exists (
    with recursive below (id) as (
      select new.id collate "C"
      union
      select child.id from below join categories child
        on child.company_id = new.company_id and child.parent_id = below.id
    )
    select 1 from below join journal_entries entry
      on entry.company_id = new.company_id and entry.category_id = below.id and entry.date <= through
  ) then
    raise exception 'the category % has closed entries, which violates constraint "categories_keep_closed_place"', new.id
      using errcode = 'check_violation', constraint = 'categories_keep_closed_place',
      detail = 'Key (id, closed_through)=(' || new.id || ', ' || through || ') keeps it.';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION companies_end_feed_clock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from feed_clocks where company_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION companies_keep_closed_statements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  through date;
begin
  select closed_through into through from book_closings where company_id = new.id;
  if found then
    raise exception 'the books of % are closed, which violates constraint "companies_keep_closed_statements"', new.id
      using errcode = 'check_violation', constraint = 'companies_keep_closed_statements',
      detail = 'Key (closed_through)=(' || through || ') keeps it.';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION companies_revise()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update ledger_debits set revision = floor(random() * 9007199254740991)::bigint where company_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION companies_start_feed_clock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ids text[];
  one text;
begin
  select array_agg(id order by id) into ids from made;
  foreach one in array coalesce(ids, '{}') loop
    insert into feed_clocks (company_id) values (one);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION daybook_now()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('daybook.now', true), '')::bigint, extract(epoch from statement_timestamp())::bigint)
$function$;

CREATE OR REPLACE FUNCTION delete_unused_chart(company text, categories text[], departments text[])
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  each text;
  gone bigint := 0;
begin
  foreach each in array categories loop
    begin
      delete from categories c where c.company_id = company and c.id = each;
      if found then gone := gone + 1; end if;
    exception when foreign_key_violation then
    end;
  end loop;
  foreach each in array departments loop
    begin
      delete from departments d where d.company_id = company and d.id = each;
      if found then gone := gone + 1; end if;
    exception when foreign_key_violation then
    end;
  end loop;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION departments_assign_leaves_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select 1 from departments parent
    join departments child on child.company_id = parent.company_id and child.parent_id = parent.id
    where parent.company_id = new.company_id and parent.assignable and (parent.id = new.id or child.id = new.id)
  ) then
    raise exception 'an assignable department has no children' using errcode = 'check_violation', constraint = 'departments_assign_leaves_only';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION describe_lost_move(company text, lost settlements)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  actor json;
begin
  select c.writer::json into actor from feed_clocks c where c.company_id = company;
  -- A company that is deleted as a whole is gone by now, and so is its trail.
  insert into audit_events (company_id, id, at, recorded, surface, actor, key_id, action, topic, subject,
    from_state, to_state, note, request_id)
  select company, gen_random_uuid(), daybook_now(),
    greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint,
      (select max(e.recorded) + 1 from audit_events e where e.company_id = company)),
    coalesce(actor ->> 'surface', 'command'), coalesce(actor ->> 'by', 'daybook'), actor ->> 'key_id',
    case i.side when 'payable' then 'bill' else 'invoice' end || ' take-back',
    case i.side when 'payable' then 'bills' else 'invoices' end, i.id,
    format('%s of %s', to_char(lost.amount_cents / 100.0, 'FM99999999999990.00'), lost.date), 'taken back',
    concat_ws('; ', 'move', i.number, lost.from_invoice_id), actor ->> 'request_id'
  from companies c, invoices i where c.id = company and i.company_id = company and i.id = lost.invoice_id;
end $function$;

CREATE OR REPLACE FUNCTION distribute_table(name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if is_distributed() then
    perform create_distributed_table(name::regclass, 'company_id', colocate_with => 'companies');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION feed_digest_of(company text, OUT live_rows bigint, OUT row_sum numeric)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  select count(*), feed_row_sum(
    sum(substring(hash, 1, 56)::bigint), sum(substring(hash, 57, 56)::bigint),
    sum(substring(hash, 113, 56)::bigint), sum(substring(hash, 169, 56)::bigint),
    sum(substring(hash, 225, 32)::bigint))
  into live_rows, row_sum
  from (
    select feed_row_hash(t) as hash
    from (select * from transactions where company_id = company and not deleted offset 0) t offset 0
  ) as hashed;
end $function$;

CREATE OR REPLACE FUNCTION feed_row_hash(t transactions)
 RETURNS bit
 LANGUAGE sql
 STABLE
AS $function$
  select ('x' || encode(sha256(convert_to(json_build_array(
    t.id, t.created, t.updated, t.date, t.accounting_date, t.amount_cents, t.description, t.merchant_name, t.memo,
    t.account_id, t.card_id, t.category_id, t.department_id, t.transaction_type, t.status, t.source_vendor,
    t.source_type, t.transfer_id, t.spread_id,
    case when t.invoice_id like 'inv\_%' then t.invoice_id end)::text, 'UTF8')), 'hex'))::bit(256)
$function$;

CREATE OR REPLACE FUNCTION feed_row_sum(a numeric, b numeric, c numeric, d numeric, e numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(mod(
    (((a * 72057594037927936 + b) * 72057594037927936 + c) * 72057594037927936 + d) * 4294967296 + e,
    115792089237316195423570985008687907853269984665640564039457584007913129639936), 0)
$function$;

CREATE OR REPLACE FUNCTION form_1099_reports_give_year()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update forms_1099 set year = new.year where company_id = new.company_id and report_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION forms_1099_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  direction constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  counted record;
begin
  for counted in
    select company_id, report_id,
      count(*) filter (where sound and filing_status = 'review_required') as review_required,
      count(*) filter (where sound and filing_status in ('w9_required', 'w9_requested', 'ready_to_file', 'filing')) as pending,
      count(*) filter (where sound and filing_status = 'filed') as filed,
      count(*) filter (where sound and filing_status = 'not_required') as not_required,
      count(*) filter (where not sound) as unsound
    from made group by company_id, report_id order by company_id, report_id
  loop
    update form_1099_reports set
      review_required = review_required + direction * counted.review_required,
      pending = pending + direction * counted.pending,
      filed = filed + direction * counted.filed,
      not_required = not_required + direction * counted.not_required,
      unsound = unsound + direction * counted.unsound
    where company_id = counted.company_id and id = counted.report_id;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION forms_1099_recount()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  counted record;
begin
  for counted in
    select company_id, report_id,
      coalesce(sum(by) filter (where sound and filing_status = 'review_required'), 0) as review_required,
      coalesce(sum(by) filter (where sound and filing_status in ('w9_required', 'w9_requested', 'ready_to_file', 'filing')), 0) as pending,
      coalesce(sum(by) filter (where sound and filing_status = 'filed'), 0) as filed,
      coalesce(sum(by) filter (where sound and filing_status = 'not_required'), 0) as not_required,
      coalesce(sum(by) filter (where not sound), 0) as unsound
    from (
      select company_id, report_id, -1 as by, sound, filing_status from former
      union all
      select company_id, report_id, 1, sound, filing_status from made
    ) delta
    group by company_id, report_id order by company_id, report_id
  loop
    continue when (counted.review_required, counted.pending, counted.filed, counted.not_required, counted.unsound) = (0, 0, 0, 0, 0);
    update form_1099_reports set
      review_required = review_required + counted.review_required,
      pending = pending + counted.pending,
      filed = filed + counted.filed,
      not_required = not_required + counted.not_required,
      unsound = unsound + counted.unsound
    where company_id = counted.company_id and id = counted.report_id;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION forms_1099_take_year()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select year into new.year from form_1099_reports where company_id = new.company_id and id = new.report_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION is_distributed()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if to_regclass('pg_dist_partition') is null then
    return false;
  end if;
  return exists (select from pg_dist_partition where logicalrelid = 'companies'::regclass);
end $function$;

CREATE OR REPLACE FUNCTION keep_closing_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- With a company that is deleted as a whole goes its record.
  if tg_op = 'DELETE' and not exists (select 1 from companies c where c.id = old.company_id) then
    return old;
  end if;
  raise exception 'the record of closings is only added to'
    using errcode = 'check_violation', constraint = 'closing_history_is_kept';
end $function$;

CREATE OR REPLACE FUNCTION keep_reconciled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select 1 from reconciliation_lines l join reconciliations r
      on r.company_id = new.company_id and r.id = l.reconciliation_id
      where l.company_id = new.company_id and l.transaction_id = new.id and r.state = 'finished') then
    raise exception 'the transaction % is on a finished reconciliation', new.id
      using errcode = 'check_violation', constraint = 'reconciliations_keep_lines';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION ledger_apply()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  direction constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  at constant bigint := daybook_now();
  own record;
  broken record;
  found_ids text[];
  -- The categories of the income statement among those of the changed entries.
  of_income text[];
  through date;
begin
  select voucher_id, sum(net_debit_cents) as difference, min(date) <> max(date) as dates_differ into broken
  from changed group by company_id, voucher_id
  having sum(net_debit_cents) <> 0 or min(date) <> max(date) limit 1;
  if found then
    if broken.dates_differ then
      raise exception 'the lines of voucher % have different dates', broken.voucher_id
        using errcode = 'check_violation', constraint = 'journal_entries_one_date';
    end if;
    raise exception 'voucher % is out of balance by % cents', broken.voucher_id, broken.difference
      using errcode = 'check_violation', constraint = 'journal_entries_balance';
  end if;

  for own in
    select company_id, min(first) as first, sum(debits) as debits,
      array_agg(distinct category_id) as used_categories,
      array_agg(distinct department_id) filter (where department_id is not null) as used_departments,
      array_agg(month) as months, array_agg(category_id) as categories, array_agg(department_id) as departments,
      array_agg(net) as nets, array_agg(entries) as entries
    from (
      select company_id, date_trunc('month', date::timestamp)::date as month, category_id, department_id,
        sum(net_debit_cents) as net, count(*) as entries, min(date) as first,
        sum(net_debit_cents) filter (where net_debit_cents > 0) as debits
      from changed group by 1, 2, 3, 4
    ) monthly
    group by company_id order by company_id
  loop
    if direction = 1 then
      -- Locks the referenced rows as a foreign key would, once for each category instead of once for each entry.
      select array_agg(id), array_agg(id) filter (where account_type not in ('asset', 'liability', 'equity'))
      into found_ids, of_income
      from (
        select id, account_type from categories
        where company_id = own.company_id and id = any (own.used_categories) for key share
      ) locked;
      if cardinality(own.used_categories) > coalesce(cardinality(found_ids), 0) then
        raise exception 'no category %', (select min(used) from unnest(own.used_categories) used where used <> all (coalesce(found_ids, '{}')))
          using errcode = 'foreign_key_violation', constraint = 'journal_entries_category';
      end if;
      if own.used_departments is not null then
        select array_agg(id) into found_ids from (
          select id from departments
          where company_id = own.company_id and id = any (own.used_departments) for key share
        ) locked;
        if cardinality(own.used_departments) > coalesce(cardinality(found_ids), 0) then
          raise exception 'no department %', (select min(used) from unnest(own.used_departments) used where used <> all (coalesce(found_ids, '{}')))
            using errcode = 'foreign_key_violation', constraint = 'journal_entries_department';
        end if;
      end if;
    else
      select array_agg(id) into of_income from categories
      where company_id = own.company_id and id = any (own.used_categories)
        and account_type not in ('asset', 'liability', 'equity');
    end if;

    select closed_through into through from book_closings
    where company_id = own.company_id and closed_through >= own.first;
    if found then
      select voucher_id, date into broken from changed where company_id = own.company_id and date <= through limit 1;
      raise exception 'voucher % of % is closed: the books are closed through %', broken.voucher_id, broken.date, through
        using errcode = 'check_violation', constraint = 'journal_entries_keep_closed';
    end if;

    insert into ledger_debits as kept (company_id, cents, revision)
    values (own.company_id, direction * coalesce(own.debits, 0), floor(random() * 9007199254740991)::bigint)
    on conflict (company_id) do update set cents = kept.cents + excluded.cents, revision = excluded.revision;

    -- Ordered by key, so that concurrent writers take the row locks in one order.
    insert into ledger_rollups as kept (company_id, grain, period, category_id, net_debit_cents, entry_count, refreshed_at)
    select own.company_id, grain, period, category_id, (direction * sum(net))::bigint, (direction * sum(entries))::bigint, at
    from unnest(own.months, own.categories, own.nets, own.entries) as monthly (month, category_id, net, entries)
    cross join lateral (values ('month', month), ('year', date_trunc('year', month::timestamp)::date)) as periods (grain, period)
    group by grain, period, category_id order by grain, period, category_id
    on conflict (company_id, grain, period, category_id) do update
      set net_debit_cents = kept.net_debit_cents + excluded.net_debit_cents,
          entry_count = kept.entry_count + excluded.entry_count,
          refreshed_at = greatest(kept.refreshed_at, excluded.refreshed_at);

    if of_income is not null then
      insert into ledger_department_rollups as kept
        (company_id, grain, period, department_id, category_id, net_debit_cents, entry_count, refreshed_at)
      select own.company_id, grain, period, coalesce(department_id, ''), category_id,
        (direction * sum(net))::bigint, (direction * sum(entries))::bigint, at
      from unnest(own.months, own.categories, own.departments, own.nets, own.entries)
        as monthly (month, category_id, department_id, net, entries)
      cross join lateral (values ('month', month), ('year', date_trunc('year', month::timestamp)::date)) as periods (grain, period)
      where category_id = any (of_income)
      group by grain, period, department_id, category_id
      order by grain, period, coalesce(department_id, ''), category_id
      on conflict (company_id, grain, period, department_id, category_id) do update
        set net_debit_cents = kept.net_debit_cents + excluded.net_debit_cents,
            entry_count = kept.entry_count + excluded.entry_count,
            refreshed_at = greatest(kept.refreshed_at, excluded.refreshed_at);
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger_keep_account_type()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select 1 from journal_entries where company_id = old.company_id and category_id = old.id) then
    raise exception 'category % has journal entries and keeps its account type', old.id
      using errcode = 'check_violation', constraint = 'categories_keep_account_type';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION ledger_keep_closed_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select 1 from book_closings where company_id = new.company_id and closed_through >= new.date) then
    raise exception 'voucher % of % is closed', new.voucher_id, new.date
      using errcode = 'check_violation', constraint = 'journal_entries_keep_closed';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger_keep_referenced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name like 'categories%' then
    if exists (select 1 from journal_entries where company_id = old.company_id and category_id = old.id) then
      raise exception 'category % has journal entries', old.id using errcode = 'foreign_key_violation', constraint = 'journal_entries_category';
    end if;
  elsif exists (select 1 from journal_entries where company_id = old.company_id and department_id = old.id) then
    raise exception 'department % has journal entries', old.id using errcode = 'foreign_key_violation', constraint = 'journal_entries_department';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION ledger_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  at constant bigint := daybook_now();
begin
  -- Locks what is referred to as a foreign key would.
  if new.category_id <> old.category_id then
    perform 1 from categories where company_id = new.company_id and id = new.category_id for key share;
    if not found then
      raise exception 'no category %', new.category_id using errcode = 'foreign_key_violation', constraint = 'journal_entries_category';
    end if;
  end if;
  if new.department_id <> old.department_id or (old.department_id is null and new.department_id is not null) then
    perform 1 from departments where company_id = new.company_id and id = new.department_id for key share;
    if not found then
      raise exception 'no department %', new.department_id using errcode = 'foreign_key_violation', constraint = 'journal_entries_department';
    end if;
  end if;

  -- Once in a transaction: a row that is updated for each of many entries gets slower with each.
  update ledger_debits set revision = floor(random() * 9007199254740991)::bigint
  where company_id = new.company_id and xmin::text::bigint <> pg_current_xact_id()::text::bigint % 4294967296;

  -- All in the order in which every writer takes the locks of these rows.
  if new.category_id <> old.category_id then
    insert into ledger_rollups as kept (company_id, grain, period, category_id, net_debit_cents, entry_count, refreshed_at)
    select new.company_id, grain, period, moved.category_id, net, entries, at
    from (values ('month', date_trunc('month', new.date::timestamp)::date), ('year', date_trunc('year', new.date::timestamp)::date)) as periods (grain, period)
    cross join (values (old.category_id, -old.net_debit_cents, -1), (new.category_id, new.net_debit_cents, 1)) as moved (category_id, net, entries)
    order by grain collate "C", period, moved.category_id collate "C"
    on conflict (company_id, grain, period, category_id) do update
      set net_debit_cents = kept.net_debit_cents + excluded.net_debit_cents,
          entry_count = kept.entry_count + excluded.entry_count,
          refreshed_at = greatest(kept.refreshed_at, excluded.refreshed_at);
  end if;
  insert into ledger_department_rollups as kept
    (company_id, grain, period, department_id, category_id, net_debit_cents, entry_count, refreshed_at)
  select new.company_id, grain, period, moved.department_id, moved.category_id, net, entries, at
  from (values ('month', date_trunc('month', new.date::timestamp)::date), ('year', date_trunc('year', new.date::timestamp)::date)) as periods (grain, period)
  cross join (values (coalesce(old.department_id, ''), old.category_id, -old.net_debit_cents, -1), (coalesce(new.department_id, ''), new.category_id, new.net_debit_cents, 1))
    as moved (department_id, category_id, net, entries)
  join categories c on c.company_id = new.company_id and c.id = moved.category_id and c.account_type not in ('asset', 'liability', 'equity')
  order by grain collate "C", period, moved.department_id collate "C", moved.category_id collate "C"
  on conflict (company_id, grain, period, department_id, category_id) do update
    set net_debit_cents = kept.net_debit_cents + excluded.net_debit_cents,
        entry_count = kept.entry_count + excluded.entry_count,
        refreshed_at = greatest(kept.refreshed_at, excluded.refreshed_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger_refuse_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'journal entries are replaced, never updated' using errcode = 'check_violation', constraint = 'journal_entries_are_replaced';
end $function$;

CREATE OR REPLACE FUNCTION ledger_revise()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ids text[];
  one text;
begin
  select array_agg(distinct company_id order by company_id) into ids from changed;
  foreach one in array coalesce(ids, '{}') loop
    update ledger_debits set revision = floor(random() * 9007199254740991)::bigint where company_id = one;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION payment_sign(invoice text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when invoice like 'bill\_%' then -1 else 1 end
$function$;

CREATE OR REPLACE FUNCTION refuse_sealed(company text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  raise exception 'the company % moves, or has moved, to another installation, so a change violates constraint "companies_sealed"', company
    using errcode = 'check_violation', constraint = 'companies_sealed';
end $function$;

CREATE OR REPLACE FUNCTION settle_invoice(company text, invoice text, stamp bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  own_state text;
  total bigint;
  paid bigint;
  credited bigint;
  moved bigint;
  latest settlements%rowtype;
  through date;
begin
  select i.state, i.total_cents into own_state, total from invoices i
    where i.company_id = company and i.id = invoice;
  loop
    select payment_sign(invoice) * coalesce(sum(t.amount_cents), 0) into paid from transactions t
      where t.company_id = company and t.invoice_id = invoice and t.status <> 'excluded';
    select coalesce(sum(settlement_sign(invoice, s.kind) * s.amount_cents), 0) into credited
      from settlements s where s.company_id = company and s.invoice_id = invoice and s.reversed_on is null;
    select coalesce(sum(s.amount_cents), 0) into moved from settlements s
      where s.company_id = company and s.from_invoice_id = invoice and s.reversed_on is null;
    exit when moved = 0 or paid + credited - moved >= total;
    -- First what a payment had given that pays this invoice no more, and then the latest.
    select * into latest from settlements s
      where s.company_id = company and s.from_invoice_id = invoice and s.reversed_on is null
      order by (s.transaction_id is not null and not exists (select 1 from transactions t
        where t.company_id = company and t.id = s.transaction_id and t.invoice_id is not null
          and t.status <> 'excluded')) desc, s.id desc limit 1;
    select c.closed_through into through from feed_clocks c where c.company_id = company;
    if latest.date <= through then
      update settlements set reversed_on = through + 1 where company_id = company and id = latest.id;
    else
      delete from settlements where company_id = company and id = latest.id;
    end if;
    perform describe_lost_move(company, latest);
  end loop;
  if own_state <> 'open' and (
    exists (select 1 from transactions t where t.company_id = company and t.invoice_id = invoice)
    or exists (select 1 from settlements s
      where s.company_id = company and s.invoice_id = invoice and s.reversed_on is null)
    or moved <> 0
  ) then
    raise exception 'the invoice % is %, and settled', invoice, own_state
      using errcode = 'check_violation', constraint = 'invoices_settled_check';
  end if;
  update invoices i set updated = greatest(i.updated, stamp),
    paid_cents = paid, credited_cents = credited, moved_cents = moved
  where i.company_id = company and i.id = invoice;
end $function$;

CREATE OR REPLACE FUNCTION settlement_sign(invoice text, kind text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when kind = 'refund' or kind = 'fee' and invoice like 'bill\_%' then -1 else 1 end
$function$;

CREATE OR REPLACE FUNCTION settlements_settle_invoices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  company constant text := coalesce(new.company_id, old.company_id);
  named constant text[] := array[new.invoice_id, new.from_invoice_id, old.invoice_id, old.from_invoice_id];
  at bigint;
  one text;
begin
  select stamped into at from feed_clocks where company_id = company;
  for one in select id from invoices where company_id = company and id = any (named) order by id loop
    perform settle_invoice(company, one, at);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION sheets_take_edition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.edition := gen_random_uuid();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION transactions_keep_digest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  modulus constant numeric := 115792089237316195423570985008687907853269984665640564039457584007913129639936;
  changed record;
  company text;
  old_hash bit(256);
  new_hash bit(256);
begin
  if tg_op = 'UPDATE' then
    select a.company_id, feed_row_hash(r), feed_row_hash(a) into company, old_hash, new_hash
      from removed r, added a
      where r.company_id = a.company_id and not r.deleted and not a.deleted
        and not exists (select from added offset 1);
    if found then
      update feed_clocks set changes = changes + 1, row_sum = mod(row_sum + modulus + feed_row_sum(
        substring(new_hash, 1, 56)::bigint - substring(old_hash, 1, 56)::bigint,
        substring(new_hash, 57, 56)::bigint - substring(old_hash, 57, 56)::bigint,
        substring(new_hash, 113, 56)::bigint - substring(old_hash, 113, 56)::bigint,
        substring(new_hash, 169, 56)::bigint - substring(old_hash, 169, 56)::bigint,
        substring(new_hash, 225, 32)::bigint - substring(old_hash, 225, 32)::bigint), modulus)
      where company_id = company;
      return null;
    end if;
  end if;
  if tg_op = 'INSERT' then
    select min(company_id) as first, max(company_id) as last, count(hash) as live, feed_row_sum(
      sum(substring(hash, 1, 56)::bigint), sum(substring(hash, 57, 56)::bigint),
      sum(substring(hash, 113, 56)::bigint), sum(substring(hash, 169, 56)::bigint),
      sum(substring(hash, 225, 32)::bigint)) as total
    into changed from (
      select company_id, case when not deleted then feed_row_hash(added) end as hash from added offset 0
    ) as hashed;
  elsif tg_op = 'UPDATE' then
    select min(company_id) as first, max(company_id) as last, coalesce(sum(live), 0) as live, feed_row_sum(
      sum(live * substring(hash, 1, 56)::bigint), sum(live * substring(hash, 57, 56)::bigint),
      sum(live * substring(hash, 113, 56)::bigint), sum(live * substring(hash, 169, 56)::bigint),
      sum(live * substring(hash, 225, 32)::bigint)) as total
    into changed from (
      (select company_id, case when deleted then 0 else 1 end as live, feed_row_hash(added) as hash
        from added offset 0)
      union all
      (select company_id, case when deleted then 0 else -1 end, feed_row_hash(removed) from removed offset 0)
    ) as hashed;
  else
    select min(company_id) as first, max(company_id) as last, -count(hash) as live, -feed_row_sum(
      sum(substring(hash, 1, 56)::bigint), sum(substring(hash, 57, 56)::bigint),
      sum(substring(hash, 113, 56)::bigint), sum(substring(hash, 169, 56)::bigint),
      sum(substring(hash, 225, 32)::bigint)) as total
    into changed from (
      select company_id, case when not deleted then feed_row_hash(removed) end as hash from removed offset 0
    ) as hashed;
  end if;
  if changed.first = changed.last then
    update feed_clocks set changes = changes + 1, live_rows = live_rows + changed.live,
      row_sum = mod(row_sum + changed.total + modulus, modulus)
    where company_id = changed.first;
  elsif changed.first < changed.last then
    -- No statement of the service writes several companies. For one of an operator, all is added up again.
    perform 1 from feed_clocks order by company_id for update;
    update feed_clocks set changes = changes + 1,
      (live_rows, row_sum) = (select d.live_rows, d.row_sum from feed_digest_of(feed_clocks.company_id) d);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION transactions_pay_invoices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.invoice_id is not null then
    perform settle_invoice(new.company_id, new.invoice_id, new.updated);
  end if;
  if old.invoice_id <> new.invoice_id or (old.invoice_id is not null and new.invoice_id is null) then
    perform settle_invoice(new.company_id, old.invoice_id, new.updated);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION transactions_read_otherwise()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  at bigint := daybook_now();
begin
  update feed_clocks set stamped = greatest(at, stamped, issued) where company_id = new.company_id returning stamped into at;
  if tg_table_name like 'accounts%' then
    update transactions set updated = at where company_id = new.company_id and account_id = new.id and not deleted;
  elsif tg_table_name like 'categories%' then
    update transactions set updated = at where company_id = new.company_id and category_id = new.id and not deleted;
  else
    update transactions set updated = at where company_id = new.company_id and department_id = new.id and not deleted;
  end if;
  return null;
end $function$;

CREATE TRIGGER accounts_read_otherwise AFTER UPDATE OF name ON accounts FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION transactions_read_otherwise();
CREATE TRIGGER book_closings_take_turns BEFORE INSERT OR DELETE OR UPDATE ON book_closings FOR EACH ROW EXECUTE FUNCTION book_closings_take_turns();
CREATE TRIGGER book_closings_tell_writers AFTER INSERT OR DELETE OR UPDATE ON book_closings FOR EACH ROW EXECUTE FUNCTION book_closings_tell_writers();
CREATE TRIGGER categories_keep_account_type BEFORE UPDATE OF account_type ON categories FOR EACH ROW WHEN ((old.account_type IS DISTINCT FROM new.account_type)) EXECUTE FUNCTION ledger_keep_account_type();
CREATE TRIGGER categories_keep_closed_place BEFORE UPDATE OF parent_id, cash_flow ON categories FOR EACH ROW WHEN (((old.parent_id IS DISTINCT FROM new.parent_id) OR (old.cash_flow IS DISTINCT FROM new.cash_flow))) EXECUTE FUNCTION categories_keep_closed_place();
CREATE TRIGGER categories_keep_referenced BEFORE DELETE ON categories FOR EACH ROW EXECUTE FUNCTION ledger_keep_referenced();
CREATE TRIGGER categories_read_otherwise AFTER UPDATE OF name, role ON categories FOR EACH ROW WHEN (((old.name <> new.name) OR (COALESCE((old.role ~~ 'uncategorized\_%'::text), false) <> COALESCE((new.role ~~ 'uncategorized\_%'::text), false)))) EXECUTE FUNCTION transactions_read_otherwise();
CREATE TRIGGER categories_revise_deleted AFTER DELETE ON categories REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger_revise();
CREATE TRIGGER categories_revise_inserted AFTER INSERT ON categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger_revise();
CREATE TRIGGER categories_revise_updated AFTER UPDATE ON categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger_revise();
CREATE TRIGGER closing_history_kept BEFORE DELETE OR UPDATE ON closing_history FOR EACH ROW EXECUTE FUNCTION keep_closing_history();
CREATE TRIGGER companies_end_feed_clock AFTER DELETE ON companies FOR EACH ROW EXECUTE FUNCTION companies_end_feed_clock();
CREATE TRIGGER companies_keep_closed_statements BEFORE UPDATE OF fiscal_year_start_month, excludes_non_cash ON companies FOR EACH ROW WHEN (((old.fiscal_year_start_month <> new.fiscal_year_start_month) OR (old.excludes_non_cash <> new.excludes_non_cash))) EXECUTE FUNCTION companies_keep_closed_statements();
CREATE TRIGGER companies_revise AFTER UPDATE ON companies FOR EACH ROW EXECUTE FUNCTION companies_revise();
CREATE TRIGGER companies_start_feed_clock AFTER INSERT ON companies REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION companies_start_feed_clock();
CREATE CONSTRAINT TRIGGER departments_assign_leaves_only AFTER INSERT OR UPDATE ON departments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION departments_assign_leaves_only();
CREATE TRIGGER departments_keep_referenced BEFORE DELETE ON departments FOR EACH ROW EXECUTE FUNCTION ledger_keep_referenced();
CREATE TRIGGER departments_read_otherwise AFTER UPDATE OF name ON departments FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION transactions_read_otherwise();
CREATE TRIGGER departments_revise_deleted AFTER DELETE ON departments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger_revise();
CREATE TRIGGER departments_revise_inserted AFTER INSERT ON departments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger_revise();
CREATE TRIGGER departments_revise_updated AFTER UPDATE ON departments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger_revise();
CREATE TRIGGER form_1099_reports_year_given AFTER UPDATE OF year ON form_1099_reports FOR EACH ROW WHEN ((old.year IS DISTINCT FROM new.year)) EXECUTE FUNCTION form_1099_reports_give_year();
CREATE TRIGGER forms_1099_deleted AFTER DELETE ON forms_1099 REFERENCING OLD TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION forms_1099_count();
CREATE TRIGGER forms_1099_inserted AFTER INSERT ON forms_1099 REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION forms_1099_count();
CREATE TRIGGER forms_1099_updated AFTER UPDATE ON forms_1099 REFERENCING OLD TABLE AS former NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION forms_1099_recount();
CREATE TRIGGER forms_1099_year_taken BEFORE INSERT OR UPDATE OF report_id, year ON forms_1099 FOR EACH ROW EXECUTE FUNCTION forms_1099_take_year();
CREATE TRIGGER journal_entries_deleted AFTER DELETE ON journal_entries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger_apply();
CREATE TRIGGER journal_entries_inserted AFTER INSERT ON journal_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger_apply();
CREATE TRIGGER journal_entries_keep_closed_moved AFTER UPDATE ON journal_entries FOR EACH ROW EXECUTE FUNCTION ledger_keep_closed_line();
CREATE TRIGGER journal_entries_moved AFTER UPDATE ON journal_entries FOR EACH ROW WHEN (((old.category_id <> new.category_id) OR (old.department_id IS DISTINCT FROM new.department_id))) EXECUTE FUNCTION ledger_move();
CREATE TRIGGER journal_entries_updated BEFORE UPDATE ON journal_entries FOR EACH ROW WHEN (((((((((old.company_id IS DISTINCT FROM new.company_id) OR (old.voucher_id IS DISTINCT FROM new.voucher_id)) OR (old.line IS DISTINCT FROM new.line)) OR (old.date IS DISTINCT FROM new.date)) OR (old.net_debit_cents IS DISTINCT FROM new.net_debit_cents)) OR (old.source IS DISTINCT FROM new.source)) OR (old.transaction_id IS DISTINCT FROM new.transaction_id)) OR (old.created IS DISTINCT FROM new.created))) EXECUTE FUNCTION ledger_refuse_update();
CREATE TRIGGER settlements_settle_invoices AFTER INSERT OR DELETE OR UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION settlements_settle_invoices();
CREATE TRIGGER sheets_edition_taken BEFORE UPDATE ON sheets FOR EACH ROW EXECUTE FUNCTION sheets_take_edition();
CREATE TRIGGER transactions_keep_digest_deleted AFTER DELETE ON transactions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION transactions_keep_digest();
CREATE TRIGGER transactions_keep_digest_inserted AFTER INSERT ON transactions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION transactions_keep_digest();
CREATE TRIGGER transactions_keep_digest_updated AFTER UPDATE ON transactions REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION transactions_keep_digest();
CREATE TRIGGER transactions_keep_reconciled BEFORE UPDATE ON transactions FOR EACH ROW WHEN (((((((old.account_id IS DISTINCT FROM new.account_id) OR (old.date IS DISTINCT FROM new.date)) OR (old.accounting_date IS DISTINCT FROM new.accounting_date)) OR (old.amount_cents IS DISTINCT FROM new.amount_cents)) OR (old.deleted IS DISTINCT FROM new.deleted)) OR (((old.status = 'excluded'::text) AND ((old.twin_voucher_id IS NULL) OR old.twin_asked)) IS DISTINCT FROM ((new.status = 'excluded'::text) AND ((new.twin_voucher_id IS NULL) OR new.twin_asked))))) EXECUTE FUNCTION keep_reconciled();
CREATE TRIGGER transactions_pay_invoices_inserted AFTER INSERT ON transactions FOR EACH ROW WHEN ((new.invoice_id IS NOT NULL)) EXECUTE FUNCTION transactions_pay_invoices();
CREATE TRIGGER transactions_pay_invoices_updated AFTER UPDATE ON transactions FOR EACH ROW WHEN ((((old.invoice_id IS NOT NULL) OR (new.invoice_id IS NOT NULL)) AND (((old.invoice_id IS DISTINCT FROM new.invoice_id) OR (old.amount_cents IS DISTINCT FROM new.amount_cents)) OR (old.status IS DISTINCT FROM new.status)))) EXECUTE FUNCTION transactions_pay_invoices();
