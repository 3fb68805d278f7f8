/** Migrations are applied in this order, each once. Never change a released migration; append a new one. */
export const migrations = [
  `
  create table facts (key text primary key, value text not null) strict;

  create table datasets (
    id text primary key,
    name text not null,
    description text not null,
    sharing text not null,
    content_type text not null,
    size_bytes integer not null,
    row_count integer not null,
    table_name text not null unique,
    columns text not null,
    column_types text not null,
    label_columns text not null,
    mapping text not null,
    -- The column by which several rows belong to one person.
    repeated_id text,
    -- The name of the uploaded file; shown only to the owner's members.
    file_name text,
    file text not null,
    -- Folder of the pictures; rows set aside for a task share their dataset's.
    media text,
    task_id text,
    parent_id text,
    -- The rows before classes of this label were left out, so that these classes can be included again.
    base_id text,
    base_label text,
    deleted integer not null default 0,
    created_by_user_id text not null,
    created_by text not null,
    org_code text not null,
    create_time text not null
  ) strict;
  create index datasets_by_task on datasets (task_id, create_time);

  create table drafts (
    id text primary key,
    name text not null,
    user_id text not null,
    content_type text not null,
    size_bytes integer not null,
    row_count integer not null,
    columns text not null,
    column_types text not null,
    label_columns text not null,
    report text not null,
    file_name text,
    file text not null,
    media text,
    create_time text not null
  ) strict;

  -- Datasets that are in no list any more; their rows are deleted once a signer has confirmed it.
  create table removed_datasets (
    id text primary key,
    dataset text not null,
    removed_time text not null,
    because text not null,
    erase_time text
  ) strict;

  create table profiles (table_name text primary key, profiles text not null) strict;
  -- What reading found out about kinds other than tables; by the table's name, as profiles are.
  create table analyses (table_name text primary key, analysis text not null) strict;
  -- Rows set aside for which a member agreed to show a table of their own to the task's other parties.
  create table own_tables (dataset_id text primary key) strict;

  create table grants (
    id text primary key,
    -- The ticket's number from its draft on.
    number text not null,
    task_id text not null,
    task_name text not null,
    parties text not null,
    plan text not null,
    code_hash text not null,
    plan_hash text not null,
    dataset_id text not null,
    dataset_name text not null,
    row_count integer not null,
    left_out integer not null,
    -- A copy of the dataset's, which may change later.
    mapping text not null,
    -- The messages that its algorithm declares.
    train_messages integer not null,
    query_messages integer not null,
    evaluate_messages integer not null,
    signed_by_user_id text not null,
    signed_by text not null,
    sign_time text not null,
    expiry_time text not null,
    withdraw_time text,
    -- A ticket is for one run.
    run_id text,
    roster text,
    -- Holds the granted rows, with an index.
    folder text not null,
    row_digest text,
    -- Up to which difference its rows were compared, and the digests of similar rows that its signer has confirmed.
    compared_below integer not null default 0,
    confirmed_near text not null default '[]'
  ) strict;
  create index grants_by_task on grants (task_id, sign_time);
  create index grants_by_plan on grants (plan_hash, sign_time);
  create index grants_by_row_digest on grants (row_digest);

  -- Where the decision log names a ticket.
  create table grant_events (
    grant_id text not null,
    seq integer not null,
    start integer not null,
    length integer not null,
    primary key (grant_id, seq)
  ) strict;

  -- A row is written before a message is let through, so that a crash cannot reset the count.
  create table messages_used (
    grant_id text not null references grants (id),
    run_id text not null,
    message_id text not null,
    message_type text not null,
    -- Of the state that the message came with: the same state again is another attempt at one stage.
    state_hash text not null,
    time text not null
  ) strict;
  create index messages_used_by_grant on messages_used (grant_id);
  create index messages_used_by_message on messages_used (message_id);

  -- The rows of tickets as keyed hashes, in row-hashes/<digest>: tickets are compared by these.
  create table row_hashes (
    digest text primary key,
    row_count integer not null,
    columns text not null
  ) strict;
  -- In how many rows two tickets differ, if in few; both ways.
  create table row_differences (
    digest text not null,
    other text not null,
    rows integer not null,
    primary key (digest, other)
  ) strict;

  create table stopped_runs (run_id text primary key, time text not null) strict;

  -- Results of single-party runs: model and card are stored in kept/<run_id> until a member deletes them.
  create table kept_results (
    run_id text primary key,
    task_id text not null,
    task_name text not null,
    algorithm text not null,
    time text not null,
    -- The signer of the ticket that the run used.
    signed_by_user_id text not null,
    -- Of the model's file; null if the algorithm makes none.
    sha256 text,
    shared_time text,
    deleted_time text
  ) strict;
  create index kept_results_by_task on kept_results (task_id);

  create table inferences (
    id text primary key,
    model_id text not null,
    model_name text not null,
    name text not null,
    description text not null,
    status text not null,
    attempts integer not null default 0,
    -- What the model takes, by kind of data: of a table its columns.
    input text not null,
    output text,
    failure text,
    dataset_id text,
    result text,
    created_by_user_id text not null,
    created_by text not null,
    create_time text not null
  ) strict;

  -- Downloaded models, by the hash that the platform logged for their file.
  create table models (
    model_id text primary key,
    sha256 text not null,
    -- Why it is not used.
    failure text
  ) strict;

  -- The members that this edge knows. What they sign with never leaves this edge.
  create table members (
    username text primary key,
    -- Known after the first visit: a name alone could be given to another account.
    user_id text,
    display_name text not null,
    role text not null check (role in ('reader', 'signer')),
    department text not null default '',
    added_by text,
    add_time text not null,
    pin_hash text,
    -- Of the one-time code with which the first PIN or passkey is set.
    code_hash text,
    -- Who gave the code: one that the edge printed is valid until the next start, one from a member until it is used.
    code_from text,
    wrong_tries integer not null default 0,
    locked_until text,
    -- Wrong tries when opening a session, which anyone who reaches the edge can make.
    session_tries integer not null default 0,
    session_locked_until text,
    -- Whom the organisation's identity provider names, and when they last logged in there.
    provider_issuer text,
    provider_subject text,
    provider_time text,
    -- Of a program: the thumbprint of its key (RFC 7638), and when the key expires.
    machine_key text,
    machine_end text
  ) strict;
  -- A user is one member, under whatever name.
  create unique index members_by_user on members (user_id);
  create unique index members_by_provider on members (provider_issuer, provider_subject);
  create unique index members_by_machine_key on members (machine_key);
  create table passkeys (
    id text primary key,
    username text not null references members (username) on delete cascade,
    public_key text not null,
    counter integer not null,
    transports text not null,
    create_time text not null
  ) strict;
  create index passkeys_by_signer on passkeys (username);
  -- People whom a signer removed: the identity provider cannot add them again, only a signer can.
  create table barred_people (
    issuer text not null,
    subject text not null,
    username text not null,
    primary key (issuer, subject)
  ) strict;

  create table outbox (
    id integer primary key autoincrement,
    report text not null,
    create_time text not null,
    sent integer not null default 0,
    error text
  ) strict;
  `,
]
