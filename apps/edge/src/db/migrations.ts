/** Applied in order, each once; never change one that has been released, add another. */
export const migrations = [
  `
  create table facts (key text primary key, value text not null) strict;

  create table datasets (
    id text primary key,
    name text not null,
    description text not null,
    sharing text not null,
    size_bytes integer not null,
    row_count integer not null,
    table_name text not null unique,
    columns text not null,
    column_types text not null,
    created_by_user_id text not null,
    created_by text not null,
    org_code text not null,
    create_time text not null,
    task_id text,
    parent_id text,
    deleted integer not null default 0,
    file text not null
  ) strict;
  create index datasets_by_task on datasets (task_id, create_time);

  create table drafts (
    id text primary key,
    name text not null,
    user_id text not null,
    size_bytes integer not null,
    row_count integer not null,
    columns text not null,
    column_types text not null,
    create_time text not null,
    file text not null
  ) strict;

  create table profiles (table_name text primary key, profiles text not null) strict;

  create table grants (
    id text primary key,
    task_id text not null,
    task_name text not null,
    parties text not null,
    plan text not null,
    code_hash text not null,
    plan_hash text not null,
    dataset_id text not null,
    dataset_name text not null,
    row_count integer not null,
    signed_by_user_id text not null,
    signed_by text not null,
    sign_time text not null,
    expiry_time text not null,
    withdraw_time text,
    file text not null
  ) strict;
  create index grants_by_task on grants (task_id, sign_time);

  -- A row before each train message is let through: what is counted cannot be uncounted by a crash.
  create table rounds_used (
    grant_id text not null references grants (id),
    run_id text not null,
    message_id text not null,
    time text not null
  ) strict;
  create index rounds_used_by_grant on rounds_used (grant_id);

  create table stopped_runs (run_id text primary key, time text not null) strict;

  create table inferences (
    id text primary key,
    model_id text not null,
    model_name text not null,
    name text not null,
    description text not null,
    status text not null,
    created_by_user_id text not null,
    created_by text not null,
    create_time text not null,
    inputs text not null,
    output text,
    failure text,
    dataset_id text,
    result text
  ) strict;

  create table outbox (
    id integer primary key autoincrement,
    report text not null,
    create_time text not null,
    sent integer not null default 0,
    error text
  ) strict;
  `,
  'alter table inferences add column attempts integer not null default 0',
  `
  alter table rounds_used rename to messages_used;
  alter table messages_used add column message_type text not null default 'train';
  `,
  `
  -- Clones whose parties were found to be in the task they came from, for as long as a run of theirs lasts.
  create table cloned_runs (
    run_id text not null,
    task_id text not null,
    origin_task_id text not null,
    primary key (run_id, task_id)
  ) strict;
  `,
  `
  alter table datasets add column content_type text not null default 'tabular';
  alter table datasets add column label_columns text not null default '[]';
  alter table datasets add column mapping text not null default '[]';
  -- Folder of the pictures; rows set aside for a task share their dataset's.
  alter table datasets add column media text;
  alter table drafts add column content_type text not null default 'tabular';
  alter table drafts add column label_columns text not null default '[]';
  alter table drafts add column report text not null default '{"rowsRead":0,"rejected":[],"renamed":[],"notes":[]}';
  alter table drafts add column media text;
  -- Of kinds other than tables, found out while reading; by the table's name, as profiles are.
  create table analyses (table_name text primary key, analysis text not null) strict;
  -- Kept in a profile of before these were told.
  delete from profiles;
  `,
  `
  -- Who may sign here. What they sign with never leaves this edge.
  create table signers (
    username text primary key,
    -- Known once they were here: a name alone could be given to another account.
    user_id text,
    display_name text not null,
    added_by text,
    add_time text not null,
    pin_hash text,
    -- Of the one-time code with which the first PIN or passkey is set.
    code_hash text,
    -- Whose a code is: printed at a start it is good until the next, handed over by somebody until it is used.
    code_from text,
    wrong_tries integer not null default 0,
    locked_until text
  ) strict;
  create table passkeys (
    id text primary key,
    username text not null references signers (username) on delete cascade,
    public_key text not null,
    counter integer not null,
    transports text not null,
    create_time text not null
  ) strict;
  create index passkeys_by_signer on passkeys (username);

  create index messages_used_by_message on messages_used (message_id);
  -- Where in the decision log a ticket is named, found by reading on from where the last look ended.
  create table grant_events (
    grant_id text not null,
    seq integer not null,
    start integer not null,
    length integer not null,
    primary key (grant_id, seq)
  ) strict;
  `,
  `
  -- A ticket is read again, and compared with the next one, long after its rows were chosen anew.
  alter table grants add column mapping text not null default '[]';
  update grants set mapping = coalesce((select mapping from datasets where id = dataset_id), '[]');
  `,
  `
  -- What the uploaded file was called; told to the owner's members only.
  alter table datasets add column file_name text;
  alter table drafts add column file_name text;
  `,
  `
  -- Rows that were set aside before classes of this label were left out of them, kept so that these can be taken in again.
  alter table datasets add column base_id text;
  alter table datasets add column base_label text;
  `,
  `
  -- Models that were fetched, by the hash that the platform logged for their file.
  create table models (
    model_id text primary key,
    sha256 text not null,
    -- 0: kept by a version that did not ask for the hash, and taken as it lay here.
    confirmed integer not null,
    -- Why it is not used.
    failure text
  ) strict;
  `,
  `
  alter table grants add column left_out integer not null default 0;
  -- Tickets of before plans named categories and classes: none stands any more, but they are read.
  update grants set plan = json_remove(json_set(plan,
    '$.data', json_object('kind', 'table', 'columns', (
      select json_group_array(case when t.value in ('text', 'boolean', 'date')
        then json_object('name', c.value, 'kind', 'categories', 'categories', json('[]'))
        else json_object('name', c.value, 'kind', 'number') end)
      from json_each(plan, '$.columns') c
      left join json_each(coalesce((select column_types from datasets where id = dataset_id), '{}')) t on t.key = c.value)),
    '$.target', json_object('kind', 'number', 'column', plan ->> 'label')),
    '$.columns', '$.label')
  where plan ->> 'columns' is not null;
    `,
  `
  -- A round may take several messages; tickets of before cover one each, as their edge counted.
  alter table grants add column train_messages integer not null default 1;
  update grants set train_messages = coalesce(plan ->> 'maxRounds', 1);
  `,
  `
  -- What a model takes, by kind of data: of a table its columns.
  alter table inferences rename column inputs to input;
  update inferences set input = iif(input = '[]', 'null', json_object('kind', 'table', 'columns', json(input)));
  `,
  `
  -- What a ticket grants is a folder with an index; the files of before are moved into theirs at the start.
  alter table grants rename column file to folder;
  update grants set folder = substr(folder, 1, length(folder) - length('.parquet')) where folder like '%.parquet';
  `,
  `
  -- A ticket pays for one run, and is known by one number from its draft on. A clone's plan is that of its task by its hash.
  alter table grants add column number text not null default '';
  alter table grants add column run_id text;
  alter table grants add column roster text;
  update grants set
    number = substr(id, 1, 8),
    plan = json_set(plan, '$.parties', json('[]'), '$.fewest', 0, '$.seed', ''),
    run_id = (select run_id from messages_used where grant_id = grants.id order by messages_used.rowid limit 1);
  create index grants_by_plan on grants (plan_hash, sign_time);
  drop table cloned_runs;
  `,
  `
  -- What runs of this party by itself left here: model and card lie in kept/<run_id> until a member deletes them.
  create table kept_results (
    run_id text primary key,
    task_id text not null,
    task_name text not null,
    algorithm text not null,
    time text not null,
    -- Who signed the ticket that the run used.
    signed_by_user_id text not null,
    -- Of the model's file; null where the algorithm makes none.
    sha256 text,
    shared_time text,
    deleted_time text
  ) strict;
  create index kept_results_by_task on kept_results (task_id);
  `,
  `
  -- Rows set aside of which a member agreed to have a table of their own shown to the task's other parties.
  create table own_tables (dataset_id text primary key) strict;
  `,
  `
  -- The numbers of a model that a plan starts from lie beside the granted rows; tickets of before are void with their code.
  update grants set plan = json_remove(json_set(plan, '$.start.numbers', ''), '$.start.layers')
    where json_extract(plan, '$.start') is not null;
  `,
  `
  -- Which start of its run in Flower a message was of: a restart of the platform makes another.
  alter table messages_used add column flower_run_id text not null default '';
  `,
  `
  -- What a message asked of: the same state again is another attempt at a stage and no further one.
  alter table messages_used add column state_hash text not null default '';
  alter table messages_used drop column flower_run_id;
  `,
  `
  -- What is in no list any more and still lies here, as the dataset it was; its rows go when a signer has deleted them.
  create table removed_datasets (
    id text primary key,
    dataset text not null,
    removed_time text not null,
    because text not null,
    erase_time text
  ) strict;
  `,
  `
  -- The list of signers becomes that of all members: those who were on it sign as before.
  alter table signers rename to members;
  alter table members add column role text not null default 'signer' check (role in ('reader', 'signer'));
  alter table members add column department text not null default '';
  -- Nobody is two members, whatever name they come under.
  create unique index members_by_user on members (user_id);
  `,
  `
  -- Wrong tries at the door: whoever reaches the edge may try a PIN there.
  alter table members add column session_tries integer not null default 0;
  alter table members add column session_locked_until text;
  `,
  `
  -- What a ticket answers beside its rounds is what its algorithm declares; those of before answer as many as any did.
  alter table grants add column query_messages integer not null default 20;
  alter table grants add column evaluate_messages integer not null default 10;
  `,
  `
  -- Whom the house's identity provider names: as what, and when they last logged in there.
  alter table members add column provider_issuer text;
  alter table members add column provider_subject text;
  alter table members add column provider_time text;
  create unique index members_by_provider on members (provider_issuer, provider_subject);
  -- Whom a signer took off the list: they stay out, whatever the provider says, until a signer adds them again.
  create table barred_people (
    issuer text not null,
    subject text not null,
    username text not null,
    primary key (issuer, subject)
  ) strict;
  `,
  `
  -- Programs, which go in with a key of their own: its thumbprint (RFC 7638), and until when it is good.
  alter table members add column machine_key text;
  alter table members add column machine_end text;
  create unique index members_by_machine_key on members (machine_key);
  `,
  `
  -- The column by which several rows are of one person.
  alter table datasets add column repeated_id text;
  `,
]
