






CREATE TABLE public.account (
    id text NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL,
    display_name text NOT NULL,
    phone text,
    email text,
    password_hash text NOT NULL,
    avatar text,
    create_time timestamp(3) with time zone NOT NULL,
    locked_time timestamp(3) with time zone,
    delete_time timestamp(3) with time zone
);



CREATE TABLE public.activity (
    id text NOT NULL,
    subject text NOT NULL,
    subject_id text NOT NULL,
    action text NOT NULL,
    task_id text,
    party_id text,
    user_id text,
    user_name text NOT NULL,
    content jsonb NOT NULL,
    create_time timestamp(3) with time zone NOT NULL
);



CREATE TABLE public.captcha (
    address text NOT NULL,
    key text NOT NULL,
    answer text NOT NULL,
    expiry_time timestamp(3) with time zone NOT NULL
);



CREATE TABLE public.dataset (
    id text NOT NULL,
    party_id text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    content_type text NOT NULL,
    sharing text NOT NULL,
    size_bytes bigint NOT NULL,
    row_count bigint NOT NULL,
    table_name text NOT NULL,
    columns jsonb NOT NULL,
    column_types jsonb NOT NULL,
    created_by_user_id text NOT NULL,
    created_by text NOT NULL,
    org_code text NOT NULL,
    create_time timestamp(3) with time zone NOT NULL,
    task_id text,
    parent_id text,
    deleted boolean NOT NULL,
    is_gone_at_edge boolean NOT NULL,
    label_columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    mapping jsonb DEFAULT '[]'::jsonb NOT NULL,
    search_name text DEFAULT ''::text NOT NULL,
    column_count integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    told_time text DEFAULT ''::text NOT NULL
);



CREATE TABLE public.department (
    party_id text NOT NULL,
    org_code text NOT NULL,
    name text NOT NULL,
    parent_code text
);



CREATE TABLE public.edge (
    party_id text NOT NULL,
    link_public_key text NOT NULL,
    node_public_key text NOT NULL,
    node_id text,
    enrolled_by text NOT NULL,
    enrol_time timestamp(3) with time zone NOT NULL,
    link_id text,
    last_seen timestamp(3) with time zone,
    awaited_since timestamp(3) with time zone,
    components jsonb,
    conditions jsonb,
    log_head jsonb,
    countersigned jsonb,
    has_rewound_log boolean DEFAULT false NOT NULL,
    revoked_time timestamp(3) with time zone,
    lost_notice_time timestamp(3) with time zone,
    root_certificate text
);



CREATE TABLE public.edge_enrolment (
    code_hash text NOT NULL,
    party_id text NOT NULL,
    created_by text NOT NULL,
    expiry_time timestamp(3) with time zone NOT NULL,
    used_time timestamp(3) with time zone
);



CREATE TABLE public.edge_report (
    party_id text NOT NULL,
    report_id integer NOT NULL,
    error text
);



CREATE TABLE public.feedback (
    id text NOT NULL,
    user_id text NOT NULL,
    party_id text,
    text text NOT NULL,
    page text NOT NULL,
    create_time timestamp(3) with time zone NOT NULL
);



CREATE TABLE public.grant_notice (
    party_id text NOT NULL,
    id text NOT NULL,
    task_id text NOT NULL,
    plan_hash text NOT NULL,
    dataset_id text NOT NULL,
    row_count integer NOT NULL,
    expiry_time timestamp(3) with time zone NOT NULL,
    is_withdrawn boolean NOT NULL,
    notice_time timestamp(3) with time zone NOT NULL,
    rounds_left integer
);



CREATE TABLE public.inference (
    id text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    model_id text NOT NULL,
    party_id text NOT NULL,
    status text NOT NULL,
    failure text,
    result jsonb,
    result_time timestamp(3) with time zone,
    created_by_user_id text NOT NULL,
    created_by text NOT NULL,
    create_time timestamp(3) with time zone NOT NULL,
    delete_time timestamp(3) with time zone,
    busy_since timestamp(3) with time zone
);



CREATE TABLE public.login_failure (
    key text NOT NULL,
    count integer NOT NULL,
    last_time timestamp(3) with time zone NOT NULL
);



CREATE TABLE public.market_ticket (
    ticket_hash text NOT NULL,
    user_id text NOT NULL,
    expiry_time timestamp(3) with time zone NOT NULL
);



CREATE TABLE public.migration (
    hash text NOT NULL,
    "time" timestamp with time zone DEFAULT now()
);



CREATE TABLE public.model (
    id text NOT NULL,
    artifact_id text NOT NULL,
    party_id text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    instruction text NOT NULL,
    application text NOT NULL,
    is_published boolean NOT NULL,
    source_model_id text,
    is_copy boolean NOT NULL,
    download_count integer NOT NULL,
    created_by_user_id text NOT NULL,
    create_time timestamp(3) with time zone NOT NULL,
    update_time timestamp(3) with time zone NOT NULL,
    delete_time timestamp(3) with time zone
);



CREATE TABLE public.model_artifact (
    id text NOT NULL,
    task_id text NOT NULL,
    task_name text NOT NULL,
    algorithm_id text NOT NULL,
    content_type text NOT NULL,
    metrics jsonb NOT NULL,
    card jsonb NOT NULL,
    file_path text NOT NULL,
    sha256 text NOT NULL,
    create_time timestamp(3) with time zone NOT NULL
);



CREATE TABLE public.model_use (
    id text NOT NULL,
    artifact_id text NOT NULL,
    model_id text NOT NULL,
    party_id text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    "time" timestamp(3) with time zone NOT NULL
);



CREATE TABLE public.notification (
    id text NOT NULL,
    user_id text NOT NULL,
    party_id text,
    kind text NOT NULL,
    params jsonb NOT NULL,
    subject text NOT NULL,
    subject_id text NOT NULL,
    task_id text,
    send_time timestamp(3) with time zone NOT NULL,
    read_time timestamp(3) with time zone
);



CREATE TABLE public.party (
    id text NOT NULL,
    name text NOT NULL,
    name_en text NOT NULL,
    avatar text,
    edge_url text,
    is_deployed boolean DEFAULT false NOT NULL,
    created_by text NOT NULL,
    create_time timestamp(3) with time zone NOT NULL,
    suspended_time timestamp(3) with time zone
);



CREATE TABLE public.party_invite (
    code_hash text NOT NULL,
    party_id text NOT NULL,
    created_by text NOT NULL,
    expiry_time timestamp(3) with time zone NOT NULL,
    used_by text
);



CREATE TABLE public.party_join_request (
    id text NOT NULL,
    party_id text NOT NULL,
    user_id text NOT NULL,
    note text NOT NULL,
    status text NOT NULL,
    create_time timestamp(3) with time zone NOT NULL,
    reviewed_by text,
    review_time timestamp(3) with time zone
);



CREATE TABLE public.party_member (
    party_id text NOT NULL,
    user_id text NOT NULL,
    role text NOT NULL,
    org_code text NOT NULL,
    join_time timestamp(3) with time zone NOT NULL
);



CREATE TABLE public.platform_log (
    seq integer NOT NULL,
    "time" timestamp(3) with time zone NOT NULL,
    kind text NOT NULL,
    data jsonb NOT NULL,
    previous text NOT NULL,
    hash text NOT NULL
);



CREATE TABLE public.rate_limit (
    key text NOT NULL,
    window_start timestamp(3) with time zone NOT NULL,
    count integer NOT NULL
);



CREATE TABLE public.registration (
    id text NOT NULL,
    task_id text NOT NULL,
    party_id text NOT NULL,
    role text NOT NULL,
    status text NOT NULL,
    dataset_id text,
    note text NOT NULL,
    created_by_user_id text NOT NULL,
    created_by text NOT NULL,
    create_time timestamp(3) with time zone NOT NULL
);



CREATE TABLE public.run_event (
    run_id text NOT NULL,
    seq integer NOT NULL,
    event jsonb NOT NULL,
    "time" timestamp(3) with time zone NOT NULL
);



CREATE TABLE public.selected_feature (
    id text NOT NULL,
    task_id text NOT NULL,
    party_id text NOT NULL,
    table_name text NOT NULL,
    label text NOT NULL,
    feature text NOT NULL,
    code integer,
    "position" integer NOT NULL
);



CREATE TABLE public.session (
    id text NOT NULL,
    token_hash text NOT NULL,
    user_id text NOT NULL,
    create_time timestamp(3) with time zone NOT NULL,
    last_use_time timestamp(3) with time zone NOT NULL
);



CREATE TABLE public.socket_ticket (
    ticket_hash text NOT NULL,
    user_id text NOT NULL,
    session_id text NOT NULL,
    expiry_time timestamp(3) with time zone NOT NULL
);



CREATE TABLE public.task (
    id text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    avatar text,
    party_id text NOT NULL,
    visibility text NOT NULL,
    status text NOT NULL,
    research_type text NOT NULL,
    algorithm_id text,
    parameters jsonb,
    column_selection jsonb,
    origin_task_id text,
    created_by_user_id text NOT NULL,
    created_by text NOT NULL,
    create_time timestamp(3) with time zone NOT NULL,
    delete_time timestamp(3) with time zone
);



CREATE TABLE public.task_invite (
    code text NOT NULL,
    task_id text NOT NULL,
    expiry_time timestamp(3) with time zone NOT NULL,
    used_by_party_id text
);



CREATE TABLE public.task_view (
    task_id text NOT NULL,
    user_id text NOT NULL,
    day date NOT NULL
);



CREATE TABLE public.training_run (
    id text NOT NULL,
    task_id text NOT NULL,
    algorithm_id text NOT NULL,
    code_hash text NOT NULL,
    plan jsonb NOT NULL,
    started_by_user_id text NOT NULL,
    phase text NOT NULL,
    step text NOT NULL,
    round integer NOT NULL,
    rounds integer NOT NULL,
    metrics jsonb NOT NULL,
    parties jsonb NOT NULL,
    waiting_for jsonb NOT NULL,
    failure jsonb,
    last_seq integer NOT NULL,
    create_time timestamp(3) with time zone NOT NULL,
    start_time timestamp(3) with time zone,
    end_time timestamp(3) with time zone,
    is_submitted boolean DEFAULT false NOT NULL,
    flower_run_id text,
    token_hash text,
    engine_away_since timestamp(3) with time zone,
    is_released boolean DEFAULT false NOT NULL,
    lease_owner text,
    lease_until timestamp(3) with time zone,
    classes jsonb
);



CREATE TABLE public.verification_code (
    receiver text NOT NULL,
    purpose text NOT NULL,
    code_hash text NOT NULL,
    tries integer NOT NULL,
    send_time timestamp(3) with time zone NOT NULL,
    expiry_time timestamp(3) with time zone NOT NULL
);



INSERT INTO public.account VALUES ('01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'alice', 'alice', NULL, 'alice@clinic.example', '$argon2id$v=19$m=19456,t=2,p=1$uvKIQ7iAOh1Y9RQootjHAw$HSv6IKSVV5ydKrIJs/NsvUYx9SM7sqrkoR2usAO6a9c', NULL, '2026-11-22 21:18:45.537+00', NULL, NULL);
INSERT INTO public.account VALUES ('01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', 'bob', 'bob', NULL, 'bob@county.example', '$argon2id$v=19$m=19456,t=2,p=1$+/5Qqgjt20lNKUmuAdbjUg$hK6s+98x6bg2OPTZKC8/T0gjuxiz195bo7jRQ0joy5U', NULL, '2026-11-22 21:18:45.719+00', NULL, NULL);
INSERT INTO public.account VALUES ('01a20520-32c4-71c7-aac7-c502cddb5771', 'carol', 'carol', 'carol', NULL, 'carol@university.example', '$argon2id$v=19$m=19456,t=2,p=1$hLojR37tjtgzYGMeKicL4A$3yeAYkDfIC+JrT4wCAv27JnhqT6VptTuRFYaZB+IuO0', NULL, '2026-11-22 21:18:45.956+00', NULL, NULL);



INSERT INTO public.activity VALUES ('01a20520-b5ae-79ed-9fea-c700cbfb1b8f', 'task', '01a20520-b5ac-78cf-ad53-e63075c4d49d', 'create', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"userName": "alice", "missionName": "Finished logistic"}', '2026-11-22 21:19:19.468+00');
INSERT INTO public.activity VALUES ('01a20520-b7c4-7c76-9f50-6f5f69c3d16d', 'task', '01a20520-b5ac-78cf-ad53-e63075c4d49d', 'upload-data', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"dataId": "724b6376-9d31-4e91-a90a-f6833d5cacc7", "dataName": "Biopsies", "userName": "alice", "missionName": "Finished logistic"}', '2026-11-22 21:19:20.004+00');
INSERT INTO public.activity VALUES ('01a20520-ba0e-76e1-8e1c-e830a16a6e92', 'task', '01a20520-b5ac-78cf-ad53-e63075c4d49d', 'join', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"userName": "bob", "missionName": "Finished logistic"}', '2026-11-22 21:19:20.59+00');
INSERT INTO public.activity VALUES ('01a20520-bc1e-7cba-805d-472be90826dd', 'task', '01a20520-b5ac-78cf-ad53-e63075c4d49d', 'upload-data', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"dataId": "0ea64392-82bf-4ac1-a55c-a9ec60fb3b0d", "dataName": "Biopsies", "userName": "bob", "missionName": "Finished logistic"}', '2026-11-22 21:19:21.117+00');
INSERT INTO public.activity VALUES ('01a20520-c281-7723-b3bb-17a52ba497b6', 'task', '01a20520-b5ac-78cf-ad53-e63075c4d49d', 'submit', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"algId": "logistic-regression", "algName": "逻辑回归", "userName": "alice", "missionName": "Finished logistic"}', '2026-11-22 21:19:22.75+00');
INSERT INTO public.activity VALUES ('01a20520-c281-73a5-9355-b10ea379e784', 'algorithm', 'logistic-regression', 'use', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"algId": "logistic-regression", "algName": "逻辑回归", "userName": "alice", "missionName": "Finished logistic"}', '2026-11-22 21:19:22.75+00');
INSERT INTO public.activity VALUES ('01a20521-0b44-71e6-ad7e-08a22e1d4dbf', 'task', '01a20521-0b3b-7680-93b9-dee8753c10d1', 'create', '01a20521-0b3b-7680-93b9-dee8753c10d1', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"userName": "alice", "missionName": "Finished network"}', '2026-11-22 21:19:41.371+00');
INSERT INTO public.activity VALUES ('01a20521-0be4-7681-87bf-49d72eddbeee', 'task', '01a20521-0b3b-7680-93b9-dee8753c10d1', 'upload-data', '01a20521-0b3b-7680-93b9-dee8753c10d1', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"dataId": "7b5aabbe-58d4-4df8-ae6c-79acb71e1c8e", "dataName": "Biopsies", "userName": "alice", "missionName": "Finished network"}', '2026-11-22 21:19:41.54+00');
INSERT INTO public.activity VALUES ('01a20521-0cca-75be-ab0d-20dfad7622ff', 'task', '01a20521-0b3b-7680-93b9-dee8753c10d1', 'join', '01a20521-0b3b-7680-93b9-dee8753c10d1', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"userName": "bob", "missionName": "Finished network"}', '2026-11-22 21:19:41.77+00');
INSERT INTO public.activity VALUES ('01a20521-0e18-7a43-aec1-0d12c0daffdd', 'task', '01a20521-0b3b-7680-93b9-dee8753c10d1', 'upload-data', '01a20521-0b3b-7680-93b9-dee8753c10d1', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"dataId": "12ebd6d4-f88e-40a1-afc6-47c793e76659", "dataName": "Biopsies", "userName": "bob", "missionName": "Finished network"}', '2026-11-22 21:19:42.104+00');
INSERT INTO public.activity VALUES ('01a20521-11ef-7d03-96a4-aca9fa68d2bf', 'task', '01a20521-0b3b-7680-93b9-dee8753c10d1', 'submit', '01a20521-0b3b-7680-93b9-dee8753c10d1', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"algId": "mlp", "algName": "多层感知机", "userName": "alice", "missionName": "Finished network"}', '2026-11-22 21:19:43.084+00');
INSERT INTO public.activity VALUES ('01a20521-11ef-7b78-9d05-229575972eac', 'algorithm', 'mlp', 'use', '01a20521-0b3b-7680-93b9-dee8753c10d1', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"algId": "mlp", "algName": "多层感知机", "userName": "alice", "missionName": "Finished network"}', '2026-11-22 21:19:43.084+00');
INSERT INTO public.activity VALUES ('01a20521-4d48-76fb-a3eb-2b92cb65a5e5', 'task', '01a20521-4d45-73a3-81d1-9c46ec18c195', 'create', '01a20521-4d45-73a3-81d1-9c46ec18c195', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"userName": "alice", "missionName": "Finished linear"}', '2026-11-22 21:19:58.277+00');
INSERT INTO public.activity VALUES ('01a20521-4e50-7e89-89b2-658ecf70cfb0', 'task', '01a20521-4d45-73a3-81d1-9c46ec18c195', 'upload-data', '01a20521-4d45-73a3-81d1-9c46ec18c195', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"dataId": "c5010385-580c-4577-87b8-3c32406c04df", "dataName": "Biopsies", "userName": "alice", "missionName": "Finished linear"}', '2026-11-22 21:19:58.544+00');
INSERT INTO public.activity VALUES ('01a20521-4f35-77d7-8dfe-f5ad68e0b4f2', 'task', '01a20521-4d45-73a3-81d1-9c46ec18c195', 'join', '01a20521-4d45-73a3-81d1-9c46ec18c195', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"userName": "bob", "missionName": "Finished linear"}', '2026-11-22 21:19:58.773+00');
INSERT INTO public.activity VALUES ('01a20521-4fec-74ad-9ad1-7d8d158e12d5', 'task', '01a20521-4d45-73a3-81d1-9c46ec18c195', 'upload-data', '01a20521-4d45-73a3-81d1-9c46ec18c195', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"dataId": "3c56cbad-10f7-4bf0-b1fb-bed467dab2e4", "dataName": "Biopsies", "userName": "bob", "missionName": "Finished linear"}', '2026-11-22 21:19:58.956+00');
INSERT INTO public.activity VALUES ('01a20521-53b5-71cf-b287-2f0b4f62edad', 'task', '01a20521-4d45-73a3-81d1-9c46ec18c195', 'submit', '01a20521-4d45-73a3-81d1-9c46ec18c195', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"algId": "linear-regression", "algName": "线性回归", "userName": "alice", "missionName": "Finished linear"}', '2026-11-22 21:19:59.924+00');
INSERT INTO public.activity VALUES ('01a20521-53b5-7855-804d-96a84fc417e7', 'algorithm', 'linear-regression', 'use', '01a20521-4d45-73a3-81d1-9c46ec18c195', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"algId": "linear-regression", "algName": "线性回归", "userName": "alice", "missionName": "Finished linear"}', '2026-11-22 21:19:59.924+00');
INSERT INTO public.activity VALUES ('01a20521-7b73-77ad-8a72-e74d0a641aac', 'task', '01a20521-7b72-73e0-9a23-a7373977387a', 'create', '01a20521-7b72-73e0-9a23-a7373977387a', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"userName": "alice", "missionName": "Finished alone"}', '2026-11-22 21:20:10.098+00');
INSERT INTO public.activity VALUES ('01a20521-7c9a-7c34-8489-11c56fedd416', 'task', '01a20521-7b72-73e0-9a23-a7373977387a', 'upload-data', '01a20521-7b72-73e0-9a23-a7373977387a', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"dataId": "b7ae2fb7-781d-4726-bbfd-7fe6e0b7d852", "dataName": "Biopsies", "userName": "alice", "missionName": "Finished alone"}', '2026-11-22 21:20:10.394+00');
INSERT INTO public.activity VALUES ('01a20521-7f40-7fb1-b6eb-267a69f553ed', 'task', '01a20521-7b72-73e0-9a23-a7373977387a', 'submit', '01a20521-7b72-73e0-9a23-a7373977387a', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"algId": "logistic-regression", "algName": "逻辑回归", "userName": "alice", "missionName": "Finished alone"}', '2026-11-22 21:20:11.069+00');
INSERT INTO public.activity VALUES ('01a20521-7f40-7beb-b5d1-4009939f4361', 'algorithm', 'logistic-regression', 'use', '01a20521-7b72-73e0-9a23-a7373977387a', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"algId": "logistic-regression", "algName": "逻辑回归", "userName": "alice"}', '2026-11-22 21:20:11.069+00');
INSERT INTO public.activity VALUES ('01a20521-a442-7fe0-b93a-ac89c2e6e2c9', 'model', '01a20520-c27e-7b42-aedb-894319961dd7', 'use', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"jobName": "By form", "userName": "alice", "modelName": "Finished logistic", "partyName": "滨江门诊部"}', '2026-11-22 21:20:20.527+00');
INSERT INTO public.activity VALUES ('01a20521-a5cb-76e4-a133-569d5d7a11c9', 'model', '01a20521-11ec-7384-b2a7-d12fc1f6a431', 'use', '01a20521-0b3b-7680-93b9-dee8753c10d1', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"jobName": "Network by form", "userName": "alice", "modelName": "Finished network", "partyName": "滨江门诊部"}', '2026-11-22 21:20:20.892+00');
INSERT INTO public.activity VALUES ('01a20521-a6a5-70c2-96a9-a57b1163a5a7', 'model', '01a20521-53b4-7881-a89c-13cb18922f45', 'use', '01a20521-4d45-73a3-81d1-9c46ec18c195', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"jobName": "Linear by form", "userName": "alice", "modelName": "Finished linear", "partyName": "滨江门诊部"}', '2026-11-22 21:20:21.142+00');
INSERT INTO public.activity VALUES ('01a20521-a794-7ce5-bc19-77dfb3ce7616', 'model', '01a20520-c27e-7b42-aedb-894319961dd7', 'use', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '1003', '01a20520-32c4-71c7-aac7-c502cddb5771', 'carol', '{"jobName": "At the platform", "userName": "carol", "modelName": "Tumour diagnosis", "partyName": "山城大学医院"}', '2026-11-22 21:20:21.394+00');
INSERT INTO public.activity VALUES ('01a20521-a83e-7c9a-ae6d-6ff1ff5bbff9', 'model', '01a20520-c27e-7b42-aedb-894319961dd7', 'use', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"jobName": "Whole table", "userName": "alice", "modelName": "Finished logistic", "partyName": "滨江门诊部"}', '2026-11-22 21:20:21.561+00');
INSERT INTO public.activity VALUES ('01a20521-b15c-7877-aa21-607bd0ce9bd1', 'task', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', 'create', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"userName": "alice", "missionName": "All signed"}', '2026-11-22 21:20:23.899+00');
INSERT INTO public.activity VALUES ('01a20521-ac83-72d5-b76d-da9f67b137f8', 'model', '01a20521-53b4-7881-a89c-13cb18922f45', 'use', '01a20521-4d45-73a3-81d1-9c46ec18c195', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"jobName": "Not used yet", "userName": "bob", "modelName": "Finished linear", "partyName": "湖滨县医院"}', '2026-11-22 21:20:22.637+00');
INSERT INTO public.activity VALUES ('01a20521-ad76-7506-a197-d046a64ca64c', 'task', '01a20521-ad68-7be8-894d-56b80dc84190', 'create', '01a20521-ad68-7be8-894d-56b80dc84190', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"userName": "alice", "missionName": "Nobody signed"}', '2026-11-22 21:20:22.888+00');
INSERT INTO public.activity VALUES ('01a20521-addb-7239-ab56-701c1d8bca98', 'task', '01a20521-ad68-7be8-894d-56b80dc84190', 'upload-data', '01a20521-ad68-7be8-894d-56b80dc84190', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"dataId": "ea2db5ba-06e8-41f7-a5bf-8b39b904056c", "dataName": "Biopsies", "userName": "alice", "missionName": "Nobody signed"}', '2026-11-22 21:20:23.003+00');
INSERT INTO public.activity VALUES ('01a20521-ae0f-7ebc-877a-ddd62cf926f5', 'task', '01a20521-ad68-7be8-894d-56b80dc84190', 'join', '01a20521-ad68-7be8-894d-56b80dc84190', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"userName": "bob", "missionName": "Nobody signed"}', '2026-11-22 21:20:23.055+00');
INSERT INTO public.activity VALUES ('01a20521-aed2-7a62-a5b5-a32d6441a828', 'task', '01a20521-ad68-7be8-894d-56b80dc84190', 'upload-data', '01a20521-ad68-7be8-894d-56b80dc84190', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"dataId": "4597f7e5-fd6a-41c2-b9f3-f7a5da039c96", "dataName": "Biopsies", "userName": "bob", "missionName": "Nobody signed"}', '2026-11-22 21:20:23.25+00');
INSERT INTO public.activity VALUES ('01a20521-af1f-7bfb-8693-e19a187b9415', 'task', '01a20521-af1c-705f-82d8-a93a39423082', 'create', '01a20521-af1c-705f-82d8-a93a39423082', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"userName": "alice", "missionName": "One signed"}', '2026-11-22 21:20:23.324+00');
INSERT INTO public.activity VALUES ('01a20521-af80-712a-a4c4-ccedd9351309', 'task', '01a20521-af1c-705f-82d8-a93a39423082', 'upload-data', '01a20521-af1c-705f-82d8-a93a39423082', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"dataId": "513dc9de-b854-4519-a1d1-f0b9ec57aac5", "dataName": "Biopsies", "userName": "alice", "missionName": "One signed"}', '2026-11-22 21:20:23.424+00');
INSERT INTO public.activity VALUES ('01a20521-b072-70a0-9a01-405c8a7b7a40', 'task', '01a20521-af1c-705f-82d8-a93a39423082', 'join', '01a20521-af1c-705f-82d8-a93a39423082', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"userName": "bob", "missionName": "One signed"}', '2026-11-22 21:20:23.666+00');
INSERT INTO public.activity VALUES ('01a20521-b0bc-79e4-bbe7-c83b217e3f58', 'task', '01a20521-af1c-705f-82d8-a93a39423082', 'upload-data', '01a20521-af1c-705f-82d8-a93a39423082', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"dataId": "e9e00817-208e-49f9-b9c1-1da86795fc8c", "dataName": "Biopsies", "userName": "bob", "missionName": "One signed"}', '2026-11-22 21:20:23.74+00');
INSERT INTO public.activity VALUES ('01a20521-b1ef-7bb4-99ec-58d1dd8c9f7b', 'task', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', 'upload-data', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"dataId": "4887349e-22c4-437b-829d-2b8299c68ae9", "dataName": "Biopsies", "userName": "alice", "missionName": "All signed"}', '2026-11-22 21:20:24.047+00');
INSERT INTO public.activity VALUES ('01a20521-b2ae-7e7e-a7fd-6a739678d237', 'task', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', 'join', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"userName": "bob", "missionName": "All signed"}', '2026-11-22 21:20:24.238+00');
INSERT INTO public.activity VALUES ('01a20521-b33d-7df7-aa41-fdb99a9f19aa', 'task', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', 'upload-data', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"dataId": "0a7aa61e-a9bc-46b9-8502-c6bfc84480ad", "dataName": "Biopsies", "userName": "bob", "missionName": "All signed"}', '2026-11-22 21:20:24.381+00');
INSERT INTO public.activity VALUES ('01a20521-b692-7988-ac50-751a2b3db523', 'task', '01a20521-b692-7697-a64c-541bd0f910ec', 'create', '01a20521-b692-7697-a64c-541bd0f910ec', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"userName": "alice", "missionName": "Nothing chosen"}', '2026-11-22 21:20:25.234+00');
INSERT INTO public.activity VALUES ('01a20521-b699-721c-bda4-6318f54e1b55', 'task', '01a20521-b698-7903-aeb3-efaa4b561114', 'create', '01a20521-b698-7903-aeb3-efaa4b561114', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"userName": "alice", "missionName": "In flight"}', '2026-11-22 21:20:25.24+00');
INSERT INTO public.activity VALUES ('01a20521-b6dd-70c1-bbb6-4e3bed0d85f9', 'task', '01a20521-b698-7903-aeb3-efaa4b561114', 'upload-data', '01a20521-b698-7903-aeb3-efaa4b561114', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"dataId": "60458855-8a5a-40c4-83af-8293e703dcfd", "dataName": "Biopsies", "userName": "alice", "missionName": "In flight"}', '2026-11-22 21:20:25.309+00');
INSERT INTO public.activity VALUES ('01a20521-b73a-732c-9e4b-fef3fc9c4f81', 'task', '01a20521-b698-7903-aeb3-efaa4b561114', 'join', '01a20521-b698-7903-aeb3-efaa4b561114', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"userName": "bob", "missionName": "In flight"}', '2026-11-22 21:20:25.402+00');
INSERT INTO public.activity VALUES ('01a20521-b778-7ada-894e-4026758d6c3f', 'task', '01a20521-b698-7903-aeb3-efaa4b561114', 'upload-data', '01a20521-b698-7903-aeb3-efaa4b561114', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '{"dataId": "ba393573-e694-40bb-a14e-ae8e6ce41dc9", "dataName": "Biopsies", "userName": "bob", "missionName": "In flight"}', '2026-11-22 21:20:25.464+00');
INSERT INTO public.activity VALUES ('01a20521-bb56-7a02-afd8-19143772c010', 'task', '01a20521-b698-7903-aeb3-efaa4b561114', 'submit', '01a20521-b698-7903-aeb3-efaa4b561114', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"algId": "mlp", "algName": "多层感知机", "userName": "alice", "missionName": "In flight"}', '2026-11-22 21:20:26.452+00');
INSERT INTO public.activity VALUES ('01a20521-bb56-7254-b2f0-d959739d1561', 'algorithm', 'mlp', 'use', '01a20521-b698-7903-aeb3-efaa4b561114', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '{"algId": "mlp", "algName": "多层感知机", "userName": "alice", "missionName": "In flight"}', '2026-11-22 21:20:26.452+00');



INSERT INTO public.dataset VALUES ('41eb1ba3-fe50-4a62-bc12-0fce8caae137', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_41eb1ba3fe504a62bc120fce8caae137', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'A01', '2026-11-22 21:19:17.961+00', NULL, NULL, false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:19:17.961Z');
INSERT INTO public.dataset VALUES ('25619655-26b9-434c-bb49-8748bd41ab87', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_2561965526b9434cbb498748bd41ab87', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', 'A01', '2026-11-22 21:19:18.14+00', NULL, NULL, false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:19:18.140Z');
INSERT INTO public.dataset VALUES ('57ab4ffc-a7d3-492c-adb2-b6cb9fb54c6e', '1001', 'Sample vision', 'A sample: vision', 'vision', 'party', 20099, 24, 't_57ab4ffca7d3492cadb2b6cb9fb54c6e', '["label"]', '{"label": "text"}', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'A01', '2026-11-22 21:19:18.494+00', NULL, NULL, false, false, '["label"]', '[]', 'sample vision', 1, 1, '2026-11-22T21:19:18.494Z');
INSERT INTO public.dataset VALUES ('658f97ca-49a8-468b-9f30-26a1da140d5a', '1001', 'Sample yolo', 'A sample: yolo', 'yolo', 'party', 32950, 24, 't_658f97ca49a8468b9f3026a1da140d5a', '["boxes"]', '{"boxes": "text"}', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'A01', '2026-11-22 21:19:19.011+00', NULL, NULL, false, false, '["boxes"]', '[]', 'sample yolo', 1, 1, '2026-11-22T21:19:19.011Z');
INSERT INTO public.dataset VALUES ('281ebc2d-1b42-414d-916f-8b03ba6e81a1', '1001', 'Sample nlp', 'A sample: nlp', 'nlp', 'party', 1919, 28, 't_281ebc2d1b42414d916f8b03ba6e81a1', '["text", "label"]', '{"text": "text", "label": "text"}', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'A01', '2026-11-22 21:19:19.13+00', NULL, NULL, false, false, '["label"]', '[]', 'sample nlp', 2, 1, '2026-11-22T21:19:19.130Z');
INSERT INTO public.dataset VALUES ('a005574a-0b65-46bc-b2f4-5f9935964c8f', '1001', 'Sample graph', 'A sample: graph', 'graph', 'party', 1502, 34, 't_a005574a0b6546bcb2f45f9935964c8f', '["friends", "triangles", "label"]', '{"label": "text", "friends": "integer", "triangles": "integer"}', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'A01', '2026-11-22 21:19:19.409+00', NULL, NULL, false, false, '["label"]', '[]', 'sample graph', 3, 1, '2026-11-22T21:19:19.409Z');
INSERT INTO public.dataset VALUES ('724b6376-9d31-4e91-a90a-f6833d5cacc7', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_724b63769d314e91a90af6833d5cacc7', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'A01', '2026-11-22 21:19:19.765+00', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '41eb1ba3-fe50-4a62-bc12-0fce8caae137', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:19:19.765Z');
INSERT INTO public.dataset VALUES ('0ea64392-82bf-4ac1-a55c-a9ec60fb3b0d', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_0ea6439282bf4ac1a55ca9ec60fb3b0d', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', 'A01', '2026-11-22 21:19:20.864+00', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '25619655-26b9-434c-bb49-8748bd41ab87', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:19:20.864Z');
INSERT INTO public.dataset VALUES ('7b5aabbe-58d4-4df8-ae6c-79acb71e1c8e', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_7b5aabbe58d44df8ae6c79acb71e1c8e', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'A01', '2026-11-22 21:19:41.461+00', '01a20521-0b3b-7680-93b9-dee8753c10d1', '41eb1ba3-fe50-4a62-bc12-0fce8caae137', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:19:41.461Z');
INSERT INTO public.dataset VALUES ('12ebd6d4-f88e-40a1-afc6-47c793e76659', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_12ebd6d4f88e40a1afc647c793e76659', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', 'A01', '2026-11-22 21:19:42.013+00', '01a20521-0b3b-7680-93b9-dee8753c10d1', '25619655-26b9-434c-bb49-8748bd41ab87', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:19:42.013Z');
INSERT INTO public.dataset VALUES ('c5010385-580c-4577-87b8-3c32406c04df', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_c5010385580c457787b83c32406c04df', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'A01', '2026-11-22 21:19:58.452+00', '01a20521-4d45-73a3-81d1-9c46ec18c195', '41eb1ba3-fe50-4a62-bc12-0fce8caae137', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:19:58.452Z');
INSERT INTO public.dataset VALUES ('3c56cbad-10f7-4bf0-b1fb-bed467dab2e4', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_3c56cbad10f74bf0b1fbbed467dab2e4', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', 'A01', '2026-11-22 21:19:58.929+00', '01a20521-4d45-73a3-81d1-9c46ec18c195', '25619655-26b9-434c-bb49-8748bd41ab87', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:19:58.929Z');
INSERT INTO public.dataset VALUES ('b7ae2fb7-781d-4726-bbfd-7fe6e0b7d852', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_b7ae2fb7781d4726bbfd7fe6e0b7d852', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'A01', '2026-11-22 21:20:10.283+00', '01a20521-7b72-73e0-9a23-a7373977387a', '41eb1ba3-fe50-4a62-bc12-0fce8caae137', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:20:10.283Z');
INSERT INTO public.dataset VALUES ('1863dabe-8cee-48b8-9caf-4f8ce27b5275', '1001', 'Held out', 'Nobody trained on them', 'tabular', 'party', 9551, 115, 't_1863dabe8cee48b89caf4f8ce27b5275', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'A01', '2026-11-22 21:20:21.926+00', NULL, NULL, false, false, '[]', '[]', 'held out', 12, 1, '2026-11-22T21:20:21.926Z');
INSERT INTO public.dataset VALUES ('ea2db5ba-06e8-41f7-a5bf-8b39b904056c', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_ea2db5ba06e841f7a5bf8b39b904056c', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'A01', '2026-11-22 21:20:22.968+00', '01a20521-ad68-7be8-894d-56b80dc84190', '41eb1ba3-fe50-4a62-bc12-0fce8caae137', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:20:22.968Z');
INSERT INTO public.dataset VALUES ('4597f7e5-fd6a-41c2-b9f3-f7a5da039c96', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_4597f7e5fd6a41c2b9f3f7a5da039c96', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', 'A01', '2026-11-22 21:20:23.125+00', '01a20521-ad68-7be8-894d-56b80dc84190', '25619655-26b9-434c-bb49-8748bd41ab87', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:20:23.125Z');
INSERT INTO public.dataset VALUES ('513dc9de-b854-4519-a1d1-f0b9ec57aac5', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_513dc9deb8544519a1d1f0b9ec57aac5', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'A01', '2026-11-22 21:20:23.398+00', '01a20521-af1c-705f-82d8-a93a39423082', '41eb1ba3-fe50-4a62-bc12-0fce8caae137', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:20:23.398Z');
INSERT INTO public.dataset VALUES ('e9e00817-208e-49f9-b9c1-1da86795fc8c', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_e9e00817208e49f9b9c11da86795fc8c', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', 'A01', '2026-11-22 21:20:23.721+00', '01a20521-af1c-705f-82d8-a93a39423082', '25619655-26b9-434c-bb49-8748bd41ab87', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:20:23.721Z');
INSERT INTO public.dataset VALUES ('4887349e-22c4-437b-829d-2b8299c68ae9', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_4887349e22c4437b829d2b8299c68ae9', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'A01', '2026-11-22 21:20:23.988+00', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', '41eb1ba3-fe50-4a62-bc12-0fce8caae137', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:20:23.988Z');
INSERT INTO public.dataset VALUES ('0a7aa61e-a9bc-46b9-8502-c6bfc84480ad', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_0a7aa61ea9bc46b98502c6bfc84480ad', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', 'A01', '2026-11-22 21:20:24.356+00', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', '25619655-26b9-434c-bb49-8748bd41ab87', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:20:24.356Z');
INSERT INTO public.dataset VALUES ('60458855-8a5a-40c4-83af-8293e703dcfd', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_604588558a5a40c483af8293e703dcfd', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', 'A01', '2026-11-22 21:20:25.276+00', '01a20521-b698-7903-aeb3-efaa4b561114', '41eb1ba3-fe50-4a62-bc12-0fce8caae137', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:20:25.276Z');
INSERT INTO public.dataset VALUES ('ba393573-e694-40bb-a14e-ae8e6ce41dc9', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_ba393573e69440bba14eae8e6ce41dc9', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', 'A01', '2026-11-22 21:20:25.44+00', '01a20521-b698-7903-aeb3-efaa4b561114', '25619655-26b9-434c-bb49-8748bd41ab87', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:20:25.440Z');



INSERT INTO public.department VALUES ('1001', 'A01', '滨江门诊部', NULL);
INSERT INTO public.department VALUES ('1001', 'A01A01', '数据部 Data', 'A01');
INSERT INTO public.department VALUES ('1002', 'A01', '湖滨县医院', NULL);
INSERT INTO public.department VALUES ('1002', 'A01A01', '数据部 Data', 'A01');
INSERT INTO public.department VALUES ('1003', 'A01', '山城大学医院', NULL);
INSERT INTO public.department VALUES ('1003', 'A01A01', '数据部 Data', 'A01');



INSERT INTO public.edge VALUES ('1002', '-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEATQD9vHMyr/p/heJgC/KDaDOteVYgL+497J9KygK7Jmg=
-----END PUBLIC KEY-----
', '-----BEGIN PUBLIC KEY-----
MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEKPc6bgLc6Cj7R1+BJirZKeH41JWtjGd+
JRUxtBmxVy0B1XqhvJtEifRgC31EaaS5+vSXXUzfghuU1ognFVZtdNQKrXMcYog4
Qs1LSj2emY/TDSU8dv4fo8wryF3hVlSS
-----END PUBLIC KEY-----
', '10781269129869894538', '01a20520-31d7-78b8-a275-28f95d08ad42', '2026-11-22 21:18:52.685+00', '01a20520-57a4-7a8e-9a0b-552f312f8a4c', '2026-11-22 21:20:29.905+00', NULL, '{"edge": "ok", "runner": "ok", "storage": "ok", "supernode": "ok"}', '[]', '{"seq": 60, "hash": "a716fe17919f224717fed69d158c9cd26d818cd3c903f6e5bc90c0d16a1e3e77"}', '{"head": {"seq": 13, "hash": "78a6da845b1fddd195101e7dc7c1bea8afbf08c44e8a2767516ed3ed7565da5a"}, "signature": "GEl8Sgt6JhWiDzyEHTCSCNvIzR5NKtW6B3MaQSHLtCNclSUsM6wTpx7HpAoACMi0lcjwUZxjmYFoku_KpZwTCA"}', false, NULL, NULL, NULL);
INSERT INTO public.edge VALUES ('1001', '-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAWot+2nVtnHwqBXxmxNAq+P9BlPhQEiOnhKSP6s/fe6g=
-----END PUBLIC KEY-----
', '-----BEGIN PUBLIC KEY-----
MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE2hwwy00QRIyh1CoNMPF9lxTFvrS2Jg4u
w+NA1kKCvMQZ7/DdjCiW1N359A69EPb1OMLrTsGUMN7sdLiblhpi2TH41KLvrXhD
yBMbvjdUNuh7vt7Ww8L0rm6tu73Yzvc/
-----END PUBLIC KEY-----
', '17988813692708536886', '01a20520-3121-7363-a469-44aeb145cb93', '2026-11-22 21:18:52.337+00', '01a20520-5780-7865-89d0-12d652aad22e', '2026-11-22 21:20:29.987+00', NULL, '{"edge": "ok", "runner": "ok", "storage": "ok", "supernode": "ok"}', '[]', '{"seq": 82, "hash": "a394ed0d8daad58949d10400f71ea90311d0545651002b0ed0244de6f624f2bb"}', '{"head": {"seq": 13, "hash": "78a6da845b1fddd195101e7dc7c1bea8afbf08c44e8a2767516ed3ed7565da5a"}, "signature": "BpuD6hLwXI4YVPb7DM0CTo30w_1j25dPxSrBZzKeI1xGLi2ILIgA_Ur1HoVaeWulWrs0o_2wcaRqJYVa0BSaAw"}', false, NULL, NULL, NULL);



INSERT INTO public.edge_enrolment VALUES ('1b02f33b1636de4964bba54ee4938611e4d225756f63182ead087363690e606c', '1001', '01a20520-3121-7363-a469-44aeb145cb93', '2026-11-22 22:18:46.52+00', '2026-11-22 21:18:52.309+00');
INSERT INTO public.edge_enrolment VALUES ('70d1c179818b82ef058bbf836314daf4469c9805c25dd505b3801efc97e897c7', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', '2026-11-22 22:18:46.552+00', '2026-11-22 21:18:52.605+00');



INSERT INTO public.edge_report VALUES ('1001', 1, NULL);
INSERT INTO public.edge_report VALUES ('1002', 1, NULL);
INSERT INTO public.edge_report VALUES ('1001', 2, NULL);
INSERT INTO public.edge_report VALUES ('1001', 3, NULL);
INSERT INTO public.edge_report VALUES ('1001', 4, NULL);
INSERT INTO public.edge_report VALUES ('1001', 5, NULL);
INSERT INTO public.edge_report VALUES ('1001', 6, NULL);
INSERT INTO public.edge_report VALUES ('1002', 2, NULL);
INSERT INTO public.edge_report VALUES ('1001', 7, NULL);
INSERT INTO public.edge_report VALUES ('1002', 3, NULL);
INSERT INTO public.edge_report VALUES ('1001', 8, NULL);
INSERT INTO public.edge_report VALUES ('1002', 4, NULL);
INSERT INTO public.edge_report VALUES ('1001', 9, NULL);
INSERT INTO public.edge_report VALUES ('1002', 5, NULL);
INSERT INTO public.edge_report VALUES ('1001', 10, NULL);
INSERT INTO public.edge_report VALUES ('1002', 6, NULL);
INSERT INTO public.edge_report VALUES ('1001', 11, NULL);
INSERT INTO public.edge_report VALUES ('1002', 7, NULL);
INSERT INTO public.edge_report VALUES ('1001', 12, NULL);
INSERT INTO public.edge_report VALUES ('1002', 8, NULL);
INSERT INTO public.edge_report VALUES ('1001', 13, NULL);
INSERT INTO public.edge_report VALUES ('1002', 9, NULL);
INSERT INTO public.edge_report VALUES ('1002', 10, NULL);
INSERT INTO public.edge_report VALUES ('1001', 14, NULL);
INSERT INTO public.edge_report VALUES ('1001', 15, NULL);
INSERT INTO public.edge_report VALUES ('1001', 16, NULL);
INSERT INTO public.edge_report VALUES ('1001', 17, NULL);
INSERT INTO public.edge_report VALUES ('1001', 18, NULL);
INSERT INTO public.edge_report VALUES ('1001', 19, NULL);
INSERT INTO public.edge_report VALUES ('1001', 20, NULL);
INSERT INTO public.edge_report VALUES ('1001', 21, NULL);
INSERT INTO public.edge_report VALUES ('1001', 22, NULL);
INSERT INTO public.edge_report VALUES ('1002', 11, NULL);
INSERT INTO public.edge_report VALUES ('1001', 23, NULL);
INSERT INTO public.edge_report VALUES ('1002', 12, NULL);
INSERT INTO public.edge_report VALUES ('1001', 24, NULL);
INSERT INTO public.edge_report VALUES ('1002', 13, NULL);
INSERT INTO public.edge_report VALUES ('1002', 14, NULL);
INSERT INTO public.edge_report VALUES ('1001', 25, NULL);
INSERT INTO public.edge_report VALUES ('1002', 15, NULL);
INSERT INTO public.edge_report VALUES ('1001', 26, NULL);
INSERT INTO public.edge_report VALUES ('1002', 16, NULL);
INSERT INTO public.edge_report VALUES ('1001', 27, NULL);
INSERT INTO public.edge_report VALUES ('1002', 17, NULL);
INSERT INTO public.edge_report VALUES ('1001', 28, NULL);
INSERT INTO public.edge_report VALUES ('1002', 18, NULL);
INSERT INTO public.edge_report VALUES ('1001', 29, NULL);
INSERT INTO public.edge_report VALUES ('1002', 19, NULL);






INSERT INTO public.grant_notice VALUES ('1001', '1d179bc4-88b0-4c67-ad09-4f36d25835cf', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d', '724b6376-9d31-4e91-a90a-f6833d5cacc7', 36, '2126-01-01 00:00:00+00', false, '2026-11-22 21:19:27.054+00', 3);
INSERT INTO public.grant_notice VALUES ('1002', '3094e4a8-04a1-485a-9573-128670e13409', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d', '0ea64392-82bf-4ac1-a55c-a9ec60fb3b0d', 100, '2126-01-01 00:00:00+00', false, '2026-11-22 21:19:27.408+00', 3);
INSERT INTO public.grant_notice VALUES ('1001', 'f195ea10-b1f9-47a3-ae4a-45818ead3417', '01a20521-0b3b-7680-93b9-dee8753c10d1', 'f46020a5fab811f4dc90d9b3a95043cc5981a1abef1e8769c5884b0cf6befb3b', '7b5aabbe-58d4-4df8-ae6c-79acb71e1c8e', 36, '2126-01-01 00:00:00+00', false, '2026-11-22 21:19:48.913+00', 3);
INSERT INTO public.grant_notice VALUES ('1002', '43197a15-612d-44ef-975a-e2edc17d0a01', '01a20521-0b3b-7680-93b9-dee8753c10d1', 'f46020a5fab811f4dc90d9b3a95043cc5981a1abef1e8769c5884b0cf6befb3b', '12ebd6d4-f88e-40a1-afc6-47c793e76659', 100, '2126-01-01 00:00:00+00', false, '2026-11-22 21:19:49.392+00', 3);
INSERT INTO public.grant_notice VALUES ('1002', '24e15c3b-7566-4f26-a252-d3c131f7e63c', '01a20521-4d45-73a3-81d1-9c46ec18c195', '733a7670060017a1d6548e421f662ab263a6dc99ab9ef893c52b12666bdf24f7', '3c56cbad-10f7-4bf0-b1fb-bed467dab2e4', 100, '2126-01-01 00:00:00+00', false, '2026-11-22 21:20:02.985+00', 3);
INSERT INTO public.grant_notice VALUES ('1001', '074ff7a7-e567-42b6-b219-f9c97bf74d57', '01a20521-4d45-73a3-81d1-9c46ec18c195', '733a7670060017a1d6548e421f662ab263a6dc99ab9ef893c52b12666bdf24f7', 'c5010385-580c-4577-87b8-3c32406c04df', 36, '2126-01-01 00:00:00+00', false, '2026-11-22 21:20:03.177+00', 3);
INSERT INTO public.grant_notice VALUES ('1001', 'adbb5949-ccff-4734-b1de-142cac60ff64', '01a20521-7b72-73e0-9a23-a7373977387a', '0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d', 'b7ae2fb7-781d-4726-bbfd-7fe6e0b7d852', 36, '2126-01-01 00:00:00+00', false, '2026-11-22 21:20:14.12+00', 3);
INSERT INTO public.grant_notice VALUES ('1002', '4ae66a2c-c782-4a20-a01f-5bc0ff59cab0', '01a20521-af1c-705f-82d8-a93a39423082', 'ed0ea5d865c541e138384a4c6c57bcff4f690ae526464ea204d2ee251a9a4d27', 'e9e00817-208e-49f9-b9c1-1da86795fc8c', 100, '2126-01-01 00:00:00+00', false, '2026-11-22 21:20:23.865+00', 9);
INSERT INTO public.grant_notice VALUES ('1001', 'f537ade7-71d2-4ced-b0d3-313d3964876f', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', '1e1ceead992d9d04d958260ac27a789fca3a78555c4fb6960ae814f34b73b5e0', '4887349e-22c4-437b-829d-2b8299c68ae9', 36, '2126-01-01 00:00:00+00', false, '2026-11-22 21:20:24.561+00', 9);
INSERT INTO public.grant_notice VALUES ('1002', '7c30827e-57f4-4334-ae48-1cff34952451', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', '1e1ceead992d9d04d958260ac27a789fca3a78555c4fb6960ae814f34b73b5e0', '0a7aa61e-a9bc-46b9-8502-c6bfc84480ad', 100, '2126-01-01 00:00:00+00', false, '2026-11-22 21:20:24.972+00', 9);
INSERT INTO public.grant_notice VALUES ('1001', 'fd84deb6-8c00-4892-98ce-74c5c5921162', '01a20521-b698-7903-aeb3-efaa4b561114', 'a74b44de609b48460f671c6c9ca53fa3dcedd257f0c1e01043a5ab5f2135d69e', '60458855-8a5a-40c4-83af-8293e703dcfd', 36, '2126-01-01 00:00:00+00', false, '2026-11-22 21:20:28.206+00', 99);
INSERT INTO public.grant_notice VALUES ('1002', '3aeb87da-620c-4567-915a-45d7a34264f5', '01a20521-b698-7903-aeb3-efaa4b561114', 'a74b44de609b48460f671c6c9ca53fa3dcedd257f0c1e01043a5ab5f2135d69e', 'ba393573-e694-40bb-a14e-ae8e6ce41dc9', 100, '2126-01-01 00:00:00+00', false, '2026-11-22 21:20:28.394+00', 99);



INSERT INTO public.inference VALUES ('01a20521-a790-7d1c-9872-8fcf08a8a9fb', 'At the platform', 'Rows that nobody trained on', '01a20521-a2f4-7d49-b4b0-f383936461b0', '1003', 'completed', NULL, '{"type": "tabular", "header": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "accuracy": null, "rowCount": 1, "resultPath": null, "predictions": [{"data": {"side": "left", "mean area": 3.5, "mean radius": 14, "mean texture": 7, "mean symmetry": 1.5555555555555556, "mean concavity": 2, "mean perimeter": 4.666666666666667, "mean smoothness": 2.8, "mean compactness": 2.3333333333333335, "mean concave points": 1.75, "mean fractal dimension": 1.4}, "result": "malignant", "probabilities": {"benign": 0.00000000000000000000000000000000000000000000000000000000000836961765930686, "malignant": 1}}]}', '2026-11-22 21:20:21.526+00', '01a20520-32c4-71c7-aac7-c502cddb5771', 'carol', '2026-11-22 21:20:21.394+00', NULL, NULL);






INSERT INTO public.migration VALUES ('6e9234286befbed98746910086f40464f780810591caed392f771301b694f1a3', '2026-11-22 21:18:42.629521+00');
INSERT INTO public.migration VALUES ('2912effdb882182b84a6794a22a079b178404668c0d6470f2e7e034cc0afe294', '2026-11-22 21:18:42.629521+00');
INSERT INTO public.migration VALUES ('c23aab34eebbb3ebb4a5e059c977d9aa58baf2f9935a4ff81792abdee16dc943', '2026-11-22 21:18:42.629521+00');
INSERT INTO public.migration VALUES ('55abf0fafe40822fc03fd50a6580e6aeb8c3c321bbd82168b096abf6406a77d5', '2026-11-22 21:18:42.629521+00');
INSERT INTO public.migration VALUES ('8fb4862321a1ce0c500b75c4fa995dded2cd7191f97e537e2dd3bc9adc44fbd3', '2026-11-22 21:18:42.629521+00');
INSERT INTO public.migration VALUES ('5607182ada94d1dd1e58e961c1c340a48d0ad4e93323e50c344949bf99d480f7', '2026-11-22 21:18:42.629521+00');



INSERT INTO public.model VALUES ('01a20521-093e-7184-b8d7-2d70033e9cc1', '01a20520-c27e-7b42-aedb-894319961dd7', '1001', 'Finished logistic', '', '', '', false, NULL, false, 0, '01a20520-3121-7363-a469-44aeb145cb93', '2026-11-22 21:19:40.848+00', '2026-11-22 21:19:40.848+00', NULL);
INSERT INTO public.model VALUES ('01a20521-093f-738e-bacb-3008005cb13f', '01a20520-c27e-7b42-aedb-894319961dd7', '1002', 'Finished logistic', '', '', '', false, NULL, false, 0, '01a20520-31d7-78b8-a275-28f95d08ad42', '2026-11-22 21:19:40.848+00', '2026-11-22 21:19:40.848+00', NULL);
INSERT INTO public.model VALUES ('01a20521-4c3b-795f-a7f5-359c6bc19c92', '01a20521-11ec-7384-b2a7-d12fc1f6a431', '1001', 'Finished network', '', '', '', false, NULL, false, 0, '01a20520-3121-7363-a469-44aeb145cb93', '2026-11-22 21:19:58.006+00', '2026-11-22 21:19:58.006+00', NULL);
INSERT INTO public.model VALUES ('01a20521-4c3b-7565-ba3a-b59c3628f378', '01a20521-11ec-7384-b2a7-d12fc1f6a431', '1002', 'Finished network', '', '', '', false, NULL, false, 0, '01a20520-31d7-78b8-a275-28f95d08ad42', '2026-11-22 21:19:58.006+00', '2026-11-22 21:19:58.006+00', NULL);
INSERT INTO public.model VALUES ('01a20521-7b0d-7193-a4d3-41aff82eaef5', '01a20521-53b4-7881-a89c-13cb18922f45', '1001', 'Finished linear', '', '', '', false, NULL, false, 0, '01a20520-3121-7363-a469-44aeb145cb93', '2026-11-22 21:20:09.989+00', '2026-11-22 21:20:09.989+00', NULL);
INSERT INTO public.model VALUES ('01a20521-7b0d-70ce-8b1b-0999da590eae', '01a20521-53b4-7881-a89c-13cb18922f45', '1002', 'Finished linear', '', '', '', false, NULL, false, 0, '01a20520-31d7-78b8-a275-28f95d08ad42', '2026-11-22 21:20:09.989+00', '2026-11-22 21:20:09.989+00', NULL);
INSERT INTO public.model VALUES ('01a20521-a1f4-7de0-ad50-bd1f8839f848', '01a20521-7f3d-73a2-89a3-97d21c95e977', '1001', 'Finished alone', '', '', '', false, NULL, false, 0, '01a20520-3121-7363-a469-44aeb145cb93', '2026-11-22 21:20:19.944+00', '2026-11-22 21:20:19.944+00', NULL);
INSERT INTO public.model VALUES ('01a20521-a2f4-7d49-b4b0-f383936461b0', '01a20520-c27e-7b42-aedb-894319961dd7', '1003', 'Tumour diagnosis', 'Malignant or benign', 'Ten measurements.', 'Second opinion.', false, '01a20521-a2ae-730b-b69e-3f1d340b4c0e', true, 0, '01a20520-32c4-71c7-aac7-c502cddb5771', '2026-11-22 21:20:20.212+00', '2026-11-22 21:20:20.212+00', NULL);
INSERT INTO public.model VALUES ('01a20521-a2ae-730b-b69e-3f1d340b4c0e', '01a20520-c27e-7b42-aedb-894319961dd7', '1001', 'Tumour diagnosis', 'Malignant or benign', 'Ten measurements.', 'Second opinion.', true, '01a20521-093e-7184-b8d7-2d70033e9cc1', false, 1, '01a20520-3121-7363-a469-44aeb145cb93', '2026-11-22 21:20:20.142+00', '2026-11-22 21:20:20.142+00', NULL);



INSERT INTO public.model_artifact VALUES ('01a20520-c27e-7b42-aedb-894319961dd7', '01a20520-b5ac-78cf-ad53-e63075c4d49d', 'Finished logistic', 'logistic-regression', 'tabular', '{"f1": 0.8772727272727273, "loss": 0.1401937422356101, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}', '{"label": "diagnosis", "model": {"inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 12.6385}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.1082}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 81.7668}, {"kind": "number", "name": "c3", "column": "mean area", "example": 504.416}, {"kind": "number", "name": "c4", "column": "mean smoothness", "example": 0.0957962}, {"kind": "number", "name": "c5", "column": "mean compactness", "example": 0.0956022}, {"kind": "number", "name": "c6", "column": "mean concavity", "example": 0.0686367}, {"kind": "number", "name": "c7", "column": "mean concave points", "example": 0.035367}, {"kind": "number", "name": "c8", "column": "mean symmetry", "example": 0.181824}, {"kind": "number", "name": "c9", "column": "mean fractal dimension", "example": 0.0639654}, {"kind": "category", "name": "c10", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "classes", "label": "diagnosis", "classes": ["benign", "malignant"]}}, "runId": "01a20520-c27e-7b42-aedb-894319961dd7", "inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 12.6385}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.1082}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 81.7668}, {"kind": "number", "name": "c3", "column": "mean area", "example": 504.416}, {"kind": "number", "name": "c4", "column": "mean smoothness", "example": 0.0957962}, {"kind": "number", "name": "c5", "column": "mean compactness", "example": 0.0956022}, {"kind": "number", "name": "c6", "column": "mean concavity", "example": 0.0686367}, {"kind": "number", "name": "c7", "column": "mean concave points", "example": 0.035367}, {"kind": "number", "name": "c8", "column": "mean symmetry", "example": 0.181824}, {"kind": "number", "name": "c9", "column": "mean fractal dimension", "example": 0.0639654}, {"kind": "category", "name": "c10", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "classes", "label": "diagnosis", "classes": ["benign", "malignant"]}, "rounds": 4, "taskId": "01a20520-b5ac-78cf-ad53-e63075c4d49d", "bytesUp": 7128, "classes": ["benign", "malignant"], "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "history": [{"round": 0, "metrics": {"f1": 0.4375, "loss": 0.6931471805599453, "recall": 0.5, "accuracy": 0.7777777777777778, "precision": 0.3888888888888889}}, {"round": 1, "metrics": {"f1": 0.8928571428571428, "loss": 0.24185706992224992, "recall": 0.8928571428571428, "accuracy": 0.9259259259259259, "precision": 0.8928571428571428}}, {"round": 2, "metrics": {"f1": 0.8772727272727273, "loss": 0.17569533710762905, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}}, {"round": 3, "metrics": {"f1": 0.8772727272727273, "loss": 0.15250999740838903, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}}, {"round": 4, "metrics": {"f1": 0.8772727272727273, "loss": 0.1401937422356101, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}}], "metrics": {"f1": 0.8772727272727273, "loss": 0.1401937422356101, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"name": "滨江门诊部", "rows": 29, "metrics": {"f1": 1, "loss": 0.07137544900058625, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "aloneMetrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "validationRows": 7}, {"name": "湖滨县医院", "rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.16428014486786843, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "aloneMetrics": {"f1": 0.8666666666666667, "loss": 0.17446045440353752, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "validationRows": 20}], "seconds": 13.52, "codeHash": "1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d", "algorithm": "logistic-regression", "bestRound": 4, "bytesDown": 17874, "confusion": [[21, 0], [2, 4]], "parameters": {"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}}', 'models/01a20520-c27e-7b42-aedb-894319961dd7/model.onnx', 'c2603d68bd998c20c4d226e249c18d964c648644a2fb5217682a527411da490d', '2026-11-22 21:19:40.848+00');
INSERT INTO public.model_artifact VALUES ('01a20521-11ec-7384-b2a7-d12fc1f6a431', '01a20521-0b3b-7680-93b9-dee8753c10d1', 'Finished network', 'mlp', 'tabular', '{"f1": 0.8772727272727273, "loss": 0.17313667297064742, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}', '{"label": "diagnosis", "model": {"inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 12.6385}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.1082}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 81.7668}, {"kind": "number", "name": "c3", "column": "mean area", "example": 504.416}, {"kind": "number", "name": "c4", "column": "mean smoothness", "example": 0.0957962}, {"kind": "number", "name": "c5", "column": "mean compactness", "example": 0.0956022}, {"kind": "number", "name": "c6", "column": "mean concavity", "example": 0.0686367}, {"kind": "number", "name": "c7", "column": "mean concave points", "example": 0.035367}, {"kind": "number", "name": "c8", "column": "mean symmetry", "example": 0.181824}, {"kind": "number", "name": "c9", "column": "mean fractal dimension", "example": 0.0639654}, {"kind": "category", "name": "c10", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "classes", "label": "diagnosis", "classes": ["benign", "malignant"]}}, "runId": "01a20521-11ec-7384-b2a7-d12fc1f6a431", "inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 12.6385}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.1082}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 81.7668}, {"kind": "number", "name": "c3", "column": "mean area", "example": 504.416}, {"kind": "number", "name": "c4", "column": "mean smoothness", "example": 0.0957962}, {"kind": "number", "name": "c5", "column": "mean compactness", "example": 0.0956022}, {"kind": "number", "name": "c6", "column": "mean concavity", "example": 0.0686367}, {"kind": "number", "name": "c7", "column": "mean concave points", "example": 0.035367}, {"kind": "number", "name": "c8", "column": "mean symmetry", "example": 0.181824}, {"kind": "number", "name": "c9", "column": "mean fractal dimension", "example": 0.0639654}, {"kind": "category", "name": "c10", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "classes", "label": "diagnosis", "classes": ["benign", "malignant"]}, "rounds": 4, "taskId": "01a20521-0b3b-7680-93b9-dee8753c10d1", "bytesUp": 40280, "classes": ["benign", "malignant"], "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "history": [{"round": 0, "metrics": {"f1": 0.425531914893617, "loss": 0.562726117658419, "recall": 0.47619047619047616, "accuracy": 0.7407407407407407, "precision": 0.38461538461538464}}, {"round": 1, "metrics": {"f1": 0.8772727272727273, "loss": 0.2027074547073748, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}}, {"round": 2, "metrics": {"f1": 0.8772727272727273, "loss": 0.17313667297064742, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}}, {"round": 3, "metrics": {"f1": 0.8772727272727273, "loss": 0.17554194155024827, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}}, {"round": 4, "metrics": {"f1": 0.8, "loss": 0.21485538993357217, "recall": 0.75, "accuracy": 0.8888888888888888, "precision": 0.9375}}], "metrics": {"f1": 0.8772727272727273, "loss": 0.17313667297064742, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"name": "滨江门诊部", "rows": 29, "metrics": {"f1": 1, "loss": 0.03943349021996347, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "aloneMetrics": {"f1": 1, "loss": 0.01467292058378601, "recall": 1, "accuracy": 1, "precision": 1}, "validationRows": 7}, {"name": "湖滨县医院", "rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.21993278693338678, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "aloneMetrics": {"f1": 0.8666666666666667, "loss": 0.1864482572758917, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "validationRows": 20}], "seconds": 11.3, "codeHash": "a7126d8e6735210362fc23381b38050703a78e038c74e9932b361ca87901b23b", "algorithm": "mlp", "bestRound": 2, "bytesDown": 59314, "confusion": [[21, 0], [2, 4]], "parameters": {"l2": 0.001, "max_iter": 4, "batch_size": 16, "hidden_units": 32, "local_epochs": 5, "learning_rate": 0.005}}', 'models/01a20521-11ec-7384-b2a7-d12fc1f6a431/model.onnx', '294de0a0c1539fb5db196413fc6d6e2ac6f84aeecca99677571293e595d6aa12', '2026-11-22 21:19:58.006+00');
INSERT INTO public.model_artifact VALUES ('01a20521-53b4-7881-a89c-13cb18922f45', '01a20521-4d45-73a3-81d1-9c46ec18c195', 'Finished linear', 'linear-regression', 'tabular', '{"r2": 0.9820092132492452, "mae": 18.317323067289724, "loss": 0.027013663638687128, "rmse": 25.970239753050524}', '{"label": "mean area", "model": {"inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 12.6385}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.1082}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 81.7668}, {"kind": "number", "name": "c3", "column": "mean smoothness", "example": 0.0957962}, {"kind": "number", "name": "c4", "column": "mean compactness", "example": 0.0956022}, {"kind": "number", "name": "c5", "column": "mean concavity", "example": 0.0686367}, {"kind": "number", "name": "c6", "column": "mean concave points", "example": 0.035367}, {"kind": "number", "name": "c7", "column": "mean symmetry", "example": 0.181824}, {"kind": "number", "name": "c8", "column": "mean fractal dimension", "example": 0.0639654}, {"kind": "category", "name": "c9", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "number", "label": "mean area"}}, "runId": "01a20521-53b4-7881-a89c-13cb18922f45", "inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 12.6385}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.1082}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 81.7668}, {"kind": "number", "name": "c3", "column": "mean smoothness", "example": 0.0957962}, {"kind": "number", "name": "c4", "column": "mean compactness", "example": 0.0956022}, {"kind": "number", "name": "c5", "column": "mean concavity", "example": 0.0686367}, {"kind": "number", "name": "c6", "column": "mean concave points", "example": 0.035367}, {"kind": "number", "name": "c7", "column": "mean symmetry", "example": 0.181824}, {"kind": "number", "name": "c8", "column": "mean fractal dimension", "example": 0.0639654}, {"kind": "category", "name": "c9", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "number", "label": "mean area"}, "rounds": 4, "taskId": "01a20521-4d45-73a3-81d1-9c46ec18c195", "bytesUp": 8134, "classes": [], "columns": ["mean radius", "mean texture", "mean perimeter", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "history": [{"round": 0, "metrics": {"r2": -0.006985166267606813, "mae": 160.92001359157325, "loss": 1.5120160639755893, "rmse": 194.29535479511972}}, {"round": 1, "metrics": {"r2": 0.9408790875648012, "mae": 28.922410320765366, "loss": 0.08877168434391693, "rmse": 47.07837296175028}}, {"round": 2, "metrics": {"r2": 0.981182276067754, "mae": 19.470619106087412, "loss": 0.028255332676323217, "rmse": 26.560388765351473}}, {"round": 3, "metrics": {"r2": 0.9812216065232525, "mae": 18.500838667110244, "loss": 0.028196276910151655, "rmse": 26.532617643742544}}, {"round": 4, "metrics": {"r2": 0.9820092132492452, "mae": 18.317323067289724, "loss": 0.027013663638687128, "rmse": 25.970239753050524}}], "metrics": {"r2": 0.9820092132492452, "mae": 18.317323067289724, "loss": 0.027013663638687128, "rmse": 25.970239753050524}, "parties": [{"name": "滨江门诊部", "rows": 29, "metrics": {"r2": 0.9727686320123757, "mae": 11.2291501320247, "loss": 0.00791394986825283, "rmse": 14.056618639458275}, "partyId": "1001", "aloneMetrics": {"r2": 0.9872171448762096, "mae": 8.959051350467364, "loss": 0.003714939134486049, "rmse": 9.63074904627808}, "validationRows": 7}, {"name": "湖滨县医院", "rows": 80, "metrics": {"r2": 0.9823483963793146, "mae": 20.798183594632484, "loss": 0.03369856345833913, "rmse": 29.006137999920664}, "partyId": "1002", "aloneMetrics": {"r2": 0.9831884365878307, "mae": 22.257642348744135, "loss": 0.0320948480745955, "rmse": 28.307523539739986}, "validationRows": 20}], "seconds": 7.89, "codeHash": "7134033887fb6267f3cf9babfe0a38c5335b4d8da7f8d0a501de2f108ff897db", "algorithm": "linear-regression", "bestRound": 4, "bytesDown": 15734, "residuals": {"edges": [-474.029609, -426.626648, -379.223687, -331.820726, -284.417766, -237.014805, -189.611844, -142.208883, -94.805922, -47.402961, 0, 47.402961, 94.805922, 142.208883, 189.611844, 237.014805, 284.417766, 331.820726, 379.223687, 426.626648, 474.029609], "counts": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 11, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]}, "parameters": {"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}}', 'models/01a20521-53b4-7881-a89c-13cb18922f45/model.onnx', 'a5e874c78fcbffaa194d4f5f8b65f8ac49bbeb87a38aa53976fc0496f16fb734', '2026-11-22 21:20:09.989+00');
INSERT INTO public.model_artifact VALUES ('01a20521-7f3d-73a2-89a3-97d21c95e977', '01a20521-7b72-73e0-9a23-a7373977387a', 'Finished alone', 'logistic-regression', 'tabular', '{"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}', '{"label": "diagnosis", "model": {"inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 11.6806}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.5307}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 75.2041}, {"kind": "number", "name": "c3", "column": "mean area", "example": 426.693}, {"kind": "number", "name": "c4", "column": "mean smoothness", "example": 0.0956769}, {"kind": "number", "name": "c5", "column": "mean compactness", "example": 0.091371}, {"kind": "number", "name": "c6", "column": "mean concavity", "example": 0.0661069}, {"kind": "number", "name": "c7", "column": "mean concave points", "example": 0.0314113}, {"kind": "number", "name": "c8", "column": "mean symmetry", "example": 0.1845}, {"kind": "number", "name": "c9", "column": "mean fractal dimension", "example": 0.0657914}, {"kind": "category", "name": "c10", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "classes", "label": "diagnosis", "classes": ["benign", "malignant"]}}, "runId": "01a20521-7f3d-73a2-89a3-97d21c95e977", "inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 11.6806}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.5307}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 75.2041}, {"kind": "number", "name": "c3", "column": "mean area", "example": 426.693}, {"kind": "number", "name": "c4", "column": "mean smoothness", "example": 0.0956769}, {"kind": "number", "name": "c5", "column": "mean compactness", "example": 0.091371}, {"kind": "number", "name": "c6", "column": "mean concavity", "example": 0.0661069}, {"kind": "number", "name": "c7", "column": "mean concave points", "example": 0.0314113}, {"kind": "number", "name": "c8", "column": "mean symmetry", "example": 0.1845}, {"kind": "number", "name": "c9", "column": "mean fractal dimension", "example": 0.0657914}, {"kind": "category", "name": "c10", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "classes", "label": "diagnosis", "classes": ["benign", "malignant"]}, "rounds": 4, "taskId": "01a20521-7b72-73e0-9a23-a7373977387a", "bytesUp": 3564, "classes": ["benign", "malignant"], "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "history": [{"round": 0, "metrics": {"f1": 1, "loss": 0.6931471805599453, "recall": 1, "accuracy": 1, "precision": 1}}, {"round": 1, "metrics": {"f1": 1, "loss": 0.19094123223300707, "recall": 1, "accuracy": 1, "precision": 1}}, {"round": 2, "metrics": {"f1": 1, "loss": 0.11745379979679893, "recall": 1, "accuracy": 1, "precision": 1}}, {"round": 3, "metrics": {"f1": 1, "loss": 0.08379157395264504, "recall": 1, "accuracy": 1, "precision": 1}}, {"round": 4, "metrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}}], "metrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "parties": [{"name": "滨江门诊部", "rows": 29, "metrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "aloneMetrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "validationRows": 7}], "seconds": 6.21, "codeHash": "1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d", "algorithm": "logistic-regression", "bestRound": 4, "bytesDown": 8887, "confusion": [[7, 0], [0, 0]], "parameters": {"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}}', 'models/01a20521-7f3d-73a2-89a3-97d21c95e977/model.onnx', '71c7656ffa47d449d3eb15ba0f512c9d384b6668f75f08fe2ce4ce29128ae6e2', '2026-11-22 21:20:19.944+00');



INSERT INTO public.model_use VALUES ('01a20521-a442-7ce3-a66c-3a893b143743', '01a20520-c27e-7b42-aedb-894319961dd7', '01a20521-093e-7184-b8d7-2d70033e9cc1', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'By form', '2026-11-22 21:20:20.527+00');
INSERT INTO public.model_use VALUES ('01a20521-a5c9-7318-85d0-6c2ce382ab61', '01a20521-11ec-7384-b2a7-d12fc1f6a431', '01a20521-4c3b-795f-a7f5-359c6bc19c92', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'Network by form', '2026-11-22 21:20:20.892+00');
INSERT INTO public.model_use VALUES ('01a20521-a6a5-707c-a75b-37dbd515ba0c', '01a20521-53b4-7881-a89c-13cb18922f45', '01a20521-7b0d-7193-a4d3-41aff82eaef5', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'Linear by form', '2026-11-22 21:20:21.142+00');
INSERT INTO public.model_use VALUES ('01a20521-a793-7ee5-b746-657fdfcdf224', '01a20520-c27e-7b42-aedb-894319961dd7', '01a20521-a2f4-7d49-b4b0-f383936461b0', '1003', '01a20520-32c4-71c7-aac7-c502cddb5771', 'At the platform', '2026-11-22 21:20:21.394+00');
INSERT INTO public.model_use VALUES ('01a20521-a83e-7626-8b63-32122bafab18', '01a20520-c27e-7b42-aedb-894319961dd7', '01a20521-093e-7184-b8d7-2d70033e9cc1', '1001', '01a20520-3121-7363-a469-44aeb145cb93', 'Whole table', '2026-11-22 21:20:21.561+00');
INSERT INTO public.model_use VALUES ('01a20521-ac82-7e84-b394-5dbda45b0a57', '01a20521-53b4-7881-a89c-13cb18922f45', '01a20521-7b0d-70ce-8b1b-0999da590eae', '1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'Not used yet', '2026-11-22 21:20:22.637+00');



INSERT INTO public.notification VALUES ('01a20520-ba1f-7497-9f81-d83eb9d6939a', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'task.joined', '{"note": "", "task": "Finished logistic", "party": "湖滨县医院", "partyEn": "Lakeside County Hospital"}', 'registration', '01a20520-ba0d-79cb-86f0-6df5db1042ce', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '2026-11-22 21:19:20.607+00', NULL);
INSERT INTO public.notification VALUES ('01a20520-c286-763e-9697-5d3370c96e93', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'run.started', '{"task": "Finished logistic"}', 'task', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '2026-11-22 21:19:22.758+00', NULL);
INSERT INTO public.notification VALUES ('01a20520-c28d-7319-b75e-1fc03265bc83', '01a20520-31d7-78b8-a275-28f95d08ad42', '1002', 'run.started', '{"task": "Finished logistic"}', 'task', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '2026-11-22 21:19:22.765+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-0957-7f9b-8710-38c0f44c5bba', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'run.completed', '{"task": "Finished logistic"}', 'task', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '2026-11-22 21:19:40.887+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-0958-7abb-8ebb-ccdc4bf590bb', '01a20520-31d7-78b8-a275-28f95d08ad42', '1002', 'run.completed', '{"task": "Finished logistic"}', 'task', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '2026-11-22 21:19:40.888+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-0cec-7c66-819b-f8972ff8fe53', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'task.joined', '{"note": "", "task": "Finished network", "party": "湖滨县医院", "partyEn": "Lakeside County Hospital"}', 'registration', '01a20521-0cc4-75e6-9529-4d92729bbda0', '01a20521-0b3b-7680-93b9-dee8753c10d1', '2026-11-22 21:19:41.805+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-11f0-78f8-8107-e6d4f690986a', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'run.started', '{"task": "Finished network"}', 'task', '01a20521-0b3b-7680-93b9-dee8753c10d1', '01a20521-0b3b-7680-93b9-dee8753c10d1', '2026-11-22 21:19:43.088+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-11fb-7bc9-8726-8a7ef00fc1a5', '01a20520-31d7-78b8-a275-28f95d08ad42', '1002', 'run.started', '{"task": "Finished network"}', 'task', '01a20521-0b3b-7680-93b9-dee8753c10d1', '01a20521-0b3b-7680-93b9-dee8753c10d1', '2026-11-22 21:19:43.099+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-4c48-7715-83b3-87da011f5032', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'run.completed', '{"task": "Finished network"}', 'task', '01a20521-0b3b-7680-93b9-dee8753c10d1', '01a20521-0b3b-7680-93b9-dee8753c10d1', '2026-11-22 21:19:58.024+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-4c48-73f2-b769-e4003de90cc8', '01a20520-31d7-78b8-a275-28f95d08ad42', '1002', 'run.completed', '{"task": "Finished network"}', 'task', '01a20521-0b3b-7680-93b9-dee8753c10d1', '01a20521-0b3b-7680-93b9-dee8753c10d1', '2026-11-22 21:19:58.024+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-4f36-7e83-8cd1-58f445b71bba', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'task.joined', '{"note": "", "task": "Finished linear", "party": "湖滨县医院", "partyEn": "Lakeside County Hospital"}', 'registration', '01a20521-4f33-76ea-be76-ec2fab16d132', '01a20521-4d45-73a3-81d1-9c46ec18c195', '2026-11-22 21:19:58.774+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-53b5-71a6-9fd3-2ddb22bf88ca', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'run.started', '{"task": "Finished linear"}', 'task', '01a20521-4d45-73a3-81d1-9c46ec18c195', '01a20521-4d45-73a3-81d1-9c46ec18c195', '2026-11-22 21:19:59.925+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-53b6-79d4-a6e5-ec14ccf62087', '01a20520-31d7-78b8-a275-28f95d08ad42', '1002', 'run.started', '{"task": "Finished linear"}', 'task', '01a20521-4d45-73a3-81d1-9c46ec18c195', '01a20521-4d45-73a3-81d1-9c46ec18c195', '2026-11-22 21:19:59.926+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-7b1c-7715-91c2-48e7aa21316a', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'run.completed', '{"task": "Finished linear"}', 'task', '01a20521-4d45-73a3-81d1-9c46ec18c195', '01a20521-4d45-73a3-81d1-9c46ec18c195', '2026-11-22 21:20:10.012+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-7b20-7831-aef1-6f48dc5c0a21', '01a20520-31d7-78b8-a275-28f95d08ad42', '1002', 'run.completed', '{"task": "Finished linear"}', 'task', '01a20521-4d45-73a3-81d1-9c46ec18c195', '01a20521-4d45-73a3-81d1-9c46ec18c195', '2026-11-22 21:20:10.016+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-7f41-7c65-974e-2477a07fb3b4', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'run.started', '{"task": "Finished alone"}', 'task', '01a20521-7b72-73e0-9a23-a7373977387a', '01a20521-7b72-73e0-9a23-a7373977387a', '2026-11-22 21:20:11.073+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-a21c-77a2-8146-b0b98757a9e4', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'run.completed', '{"task": "Finished alone"}', 'task', '01a20521-7b72-73e0-9a23-a7373977387a', '01a20521-7b72-73e0-9a23-a7373977387a', '2026-11-22 21:20:19.996+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-ae11-70a4-a7f6-06e7b9bfb9af', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'task.joined', '{"note": "", "task": "Nobody signed", "party": "湖滨县医院", "partyEn": "Lakeside County Hospital"}', 'registration', '01a20521-ae0f-7c17-8328-d03614a282e1', '01a20521-ad68-7be8-894d-56b80dc84190', '2026-11-22 21:20:23.057+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-b073-7aec-b94b-2d9aa7f4faaa', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'task.joined', '{"note": "", "task": "One signed", "party": "湖滨县医院", "partyEn": "Lakeside County Hospital"}', 'registration', '01a20521-b071-7dea-ae69-98f9355ed275', '01a20521-af1c-705f-82d8-a93a39423082', '2026-11-22 21:20:23.667+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-b2b4-7b5e-b833-6f8668b76ec0', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'task.joined', '{"note": "", "task": "All signed", "party": "湖滨县医院", "partyEn": "Lakeside County Hospital"}', 'registration', '01a20521-b2ad-7fce-bdec-87ab1433518d', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', '2026-11-22 21:20:24.244+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-b73c-76f3-a41e-389559c75a1d', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'task.joined', '{"note": "", "task": "In flight", "party": "湖滨县医院", "partyEn": "Lakeside County Hospital"}', 'registration', '01a20521-b739-73d3-b525-f7e6c453ea0a', '01a20521-b698-7903-aeb3-efaa4b561114', '2026-11-22 21:20:25.404+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-bb56-796f-9964-bf629267b606', '01a20520-3121-7363-a469-44aeb145cb93', '1001', 'run.started', '{"task": "In flight"}', 'task', '01a20521-b698-7903-aeb3-efaa4b561114', '01a20521-b698-7903-aeb3-efaa4b561114', '2026-11-22 21:20:26.454+00', NULL);
INSERT INTO public.notification VALUES ('01a20521-bb57-7f05-9ae9-106e396a5785', '01a20520-31d7-78b8-a275-28f95d08ad42', '1002', 'run.started', '{"task": "In flight"}', 'task', '01a20521-b698-7903-aeb3-efaa4b561114', '01a20521-b698-7903-aeb3-efaa4b561114', '2026-11-22 21:20:26.455+00', NULL);



INSERT INTO public.party VALUES ('1003', '山城大学医院', 'Hillside University Hospital', NULL, NULL, false, '01a20520-32c4-71c7-aac7-c502cddb5771', '2026-11-22 21:18:46.048+00', NULL);
INSERT INTO public.party VALUES ('1002', '湖滨县医院', 'Lakeside County Hospital', NULL, 'http://localhost:9302', true, '01a20520-31d7-78b8-a275-28f95d08ad42', '2026-11-22 21:18:45.766+00', NULL);
INSERT INTO public.party VALUES ('1001', '滨江门诊部', 'Riverside Clinic', NULL, 'http://localhost:9301', true, '01a20520-3121-7363-a469-44aeb145cb93', '2026-11-22 21:18:45.615+00', NULL);









INSERT INTO public.party_member VALUES ('1001', '01a20520-3121-7363-a469-44aeb145cb93', 'super-admin', 'A01', '2026-11-22 21:18:45.615+00');
INSERT INTO public.party_member VALUES ('1002', '01a20520-31d7-78b8-a275-28f95d08ad42', 'super-admin', 'A01', '2026-11-22 21:18:45.766+00');
INSERT INTO public.party_member VALUES ('1003', '01a20520-32c4-71c7-aac7-c502cddb5771', 'super-admin', 'A01', '2026-11-22 21:18:46.048+00');



INSERT INTO public.platform_log VALUES (1, '2026-11-22 21:18:45.556+00', 'account.registered', '{"userId": "01a20520-3121-7363-a469-44aeb145cb93"}', '0000000000000000000000000000000000000000000000000000000000000000', '1d52805b01cbc516c92da53d72b2b253ed36e4212badef3d6b809e61db9ff7e4');
INSERT INTO public.platform_log VALUES (2, '2026-11-22 21:18:45.634+00', 'party.created', '{"name": "滨江门诊部", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "partyId": "1001"}', '1d52805b01cbc516c92da53d72b2b253ed36e4212badef3d6b809e61db9ff7e4', '6585466ac03cfdd9ecfab068eefa628b54eccb18ecb5a802e241a75260d00e2d');
INSERT INTO public.platform_log VALUES (3, '2026-11-22 21:18:45.744+00', 'account.registered', '{"userId": "01a20520-31d7-78b8-a275-28f95d08ad42"}', '6585466ac03cfdd9ecfab068eefa628b54eccb18ecb5a802e241a75260d00e2d', '9f090bc01a8105eeb4c5f46c1e81e15c5b3034dafece0862d501b064ca649305');
INSERT INTO public.platform_log VALUES (4, '2026-11-22 21:18:45.773+00', 'party.created', '{"name": "湖滨县医院", "userId": "01a20520-31d7-78b8-a275-28f95d08ad42", "partyId": "1002"}', '9f090bc01a8105eeb4c5f46c1e81e15c5b3034dafece0862d501b064ca649305', '411a59bc0425728c48342293a06ead955e9aeb856e7b6872b4744222aaaee52e');
INSERT INTO public.platform_log VALUES (5, '2026-11-22 21:18:45.971+00', 'account.registered', '{"userId": "01a20520-32c4-71c7-aac7-c502cddb5771"}', '411a59bc0425728c48342293a06ead955e9aeb856e7b6872b4744222aaaee52e', '4bcfd48ddc59a2e083f118681f52b268e62f6ad7aa10855276ca24cb8aec5108');
INSERT INTO public.platform_log VALUES (6, '2026-11-22 21:18:46.102+00', 'party.created', '{"name": "山城大学医院", "userId": "01a20520-32c4-71c7-aac7-c502cddb5771", "partyId": "1003"}', '4bcfd48ddc59a2e083f118681f52b268e62f6ad7aa10855276ca24cb8aec5108', '3cfacefb5999166bc04969746356f6ac0297e6029b79a6077f24efbcf0482920');
INSERT INTO public.platform_log VALUES (7, '2026-11-22 21:18:46.363+00', 'account.logged-in', '{"userId": "01a20520-3121-7363-a469-44aeb145cb93"}', '3cfacefb5999166bc04969746356f6ac0297e6029b79a6077f24efbcf0482920', 'cc00601d71c163e4312f19f8b07ce6c27a276e4a4f59eda5b21229cc9a46a314');
INSERT INTO public.platform_log VALUES (8, '2026-11-22 21:18:46.434+00', 'account.logged-in', '{"userId": "01a20520-31d7-78b8-a275-28f95d08ad42"}', 'cc00601d71c163e4312f19f8b07ce6c27a276e4a4f59eda5b21229cc9a46a314', 'df6b3dcceee576bebef6f8db27648039e85fe99c1c76b7efe34a63da62e53d12');
INSERT INTO public.platform_log VALUES (9, '2026-11-22 21:18:46.496+00', 'account.logged-in', '{"userId": "01a20520-32c4-71c7-aac7-c502cddb5771"}', 'df6b3dcceee576bebef6f8db27648039e85fe99c1c76b7efe34a63da62e53d12', '80268383f965f03ac78da2997e61b12703eb756bf68915faef1a0a9bc92479ac');
INSERT INTO public.platform_log VALUES (10, '2026-11-22 21:18:46.521+00', 'edge.enrolment-created', '{"userId": "01a20520-3121-7363-a469-44aeb145cb93", "partyId": "1001"}', '80268383f965f03ac78da2997e61b12703eb756bf68915faef1a0a9bc92479ac', '59e0609152e79392072ce4e5c7d7cddd9bc60b215bc071c3b4d94851c0b4c521');
INSERT INTO public.platform_log VALUES (11, '2026-11-22 21:18:46.552+00', 'edge.enrolment-created', '{"userId": "01a20520-31d7-78b8-a275-28f95d08ad42", "partyId": "1002"}', '59e0609152e79392072ce4e5c7d7cddd9bc60b215bc071c3b4d94851c0b4c521', '737a94304ce7ef8160b0198e3ef6d66ad50cfa98066668fe092a6e5db7f533aa');
INSERT INTO public.platform_log VALUES (12, '2026-11-22 21:18:52.339+00', 'edge.enrolled', '{"edgeUrl": "http://localhost:9301", "partyId": "1001", "linkKeyHash": "1d2f2b3f44d2dd84b63ed4ed5a5d2304c39bff88b4b31b91e72b66adc10f056b"}', '737a94304ce7ef8160b0198e3ef6d66ad50cfa98066668fe092a6e5db7f533aa', '1d0f729fb0c2240fc09a1162e50617177da21e444b9bda709e72b0c1a8f1814b');
INSERT INTO public.platform_log VALUES (13, '2026-11-22 21:18:52.705+00', 'edge.enrolled', '{"edgeUrl": "http://localhost:9302", "partyId": "1002", "linkKeyHash": "baee0e0e8c6787f6d0b414dceec53e6af7f3420088422ef4b12047d4ed3f986d"}', '1d0f729fb0c2240fc09a1162e50617177da21e444b9bda709e72b0c1a8f1814b', '78a6da845b1fddd195101e7dc7c1bea8afbf08c44e8a2767516ed3ed7565da5a');
INSERT INTO public.platform_log VALUES (14, '2026-11-22 21:19:17.981+00', 'dataset.told', '{"name": "Biopsies", "taskId": null, "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "41eb1ba3-fe50-4a62-bc12-0fce8caae137"}', '78a6da845b1fddd195101e7dc7c1bea8afbf08c44e8a2767516ed3ed7565da5a', 'b587e1d0b06a5c10f729e40a929ede84ece49a2d97c67d142a052e87a63010a6');
INSERT INTO public.platform_log VALUES (15, '2026-11-22 21:19:18.232+00', 'dataset.told', '{"name": "Biopsies", "taskId": null, "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "25619655-26b9-434c-bb49-8748bd41ab87"}', 'b587e1d0b06a5c10f729e40a929ede84ece49a2d97c67d142a052e87a63010a6', 'c7df428673c5ec8bcc109aff49b9f8ff36577400a310fcc2ad70c48918b90bef');
INSERT INTO public.platform_log VALUES (16, '2026-11-22 21:19:18.507+00', 'dataset.told', '{"name": "Sample vision", "taskId": null, "deleted": false, "partyId": "1001", "rowCount": 24, "datasetId": "57ab4ffc-a7d3-492c-adb2-b6cb9fb54c6e"}', 'c7df428673c5ec8bcc109aff49b9f8ff36577400a310fcc2ad70c48918b90bef', '6f00341044a66a86da1475811fd499ab390043a5b95a8f1ae70b89f5044414ec');
INSERT INTO public.platform_log VALUES (17, '2026-11-22 21:19:19.031+00', 'dataset.told', '{"name": "Sample yolo", "taskId": null, "deleted": false, "partyId": "1001", "rowCount": 24, "datasetId": "658f97ca-49a8-468b-9f30-26a1da140d5a"}', '6f00341044a66a86da1475811fd499ab390043a5b95a8f1ae70b89f5044414ec', '98b468dd60c4ca5c642e2cc1a70083e80874965eab225ead1f49bf6f45b4481a');
INSERT INTO public.platform_log VALUES (18, '2026-11-22 21:19:19.138+00', 'dataset.told', '{"name": "Sample nlp", "taskId": null, "deleted": false, "partyId": "1001", "rowCount": 28, "datasetId": "281ebc2d-1b42-414d-916f-8b03ba6e81a1"}', '98b468dd60c4ca5c642e2cc1a70083e80874965eab225ead1f49bf6f45b4481a', '2bd9e96775969357f248e7353a554c24c8f348110a7ade85ae42f411e0f225cd');
INSERT INTO public.platform_log VALUES (19, '2026-11-22 21:19:19.423+00', 'dataset.told', '{"name": "Sample graph", "taskId": null, "deleted": false, "partyId": "1001", "rowCount": 34, "datasetId": "a005574a-0b65-46bc-b2f4-5f9935964c8f"}', '2bd9e96775969357f248e7353a554c24c8f348110a7ade85ae42f411e0f225cd', 'abe3cbb072142acf7c9dbf01daa0790c7646bdab63bfed042291e5ad852cd331');
INSERT INTO public.platform_log VALUES (20, '2026-11-22 21:19:19.468+00', 'task.created', '{"taskId": "01a20520-b5ac-78cf-ad53-e63075c4d49d", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "partyId": "1001"}', 'abe3cbb072142acf7c9dbf01daa0790c7646bdab63bfed042291e5ad852cd331', 'bf7aad172df13d9e4471ac3876c825832bd8271ffc643d9198778f8d30f95379');
INSERT INTO public.platform_log VALUES (21, '2026-11-22 21:19:19.799+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20520-b5ac-78cf-ad53-e63075c4d49d", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "724b6376-9d31-4e91-a90a-f6833d5cacc7"}', 'bf7aad172df13d9e4471ac3876c825832bd8271ffc643d9198778f8d30f95379', '62eaa0600ccd6932e8532d08cbc77333bd69decc8b487be4207d73e312e536db');
INSERT INTO public.platform_log VALUES (22, '2026-11-22 21:19:20.016+00', 'task.data-offered', '{"taskId": "01a20520-b5ac-78cf-ad53-e63075c4d49d", "partyId": "1001", "datasetId": "724b6376-9d31-4e91-a90a-f6833d5cacc7"}', '62eaa0600ccd6932e8532d08cbc77333bd69decc8b487be4207d73e312e536db', '2c13282de804ae599402ea867aff880008a1c402f977e424860cdd0fee1a0f9e');
INSERT INTO public.platform_log VALUES (23, '2026-11-22 21:19:20.238+00', 'task.changed', '{"taskId": "01a20520-b5ac-78cf-ad53-e63075c4d49d", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', '2c13282de804ae599402ea867aff880008a1c402f977e424860cdd0fee1a0f9e', 'df96f5062644a3abe552dede8bb0ab4faa329cfb8dc0e67c58a4ca11d1d2fccf');
INSERT INTO public.platform_log VALUES (24, '2026-11-22 21:19:20.42+00', 'task.changed', '{"taskId": "01a20520-b5ac-78cf-ad53-e63075c4d49d", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', 'df96f5062644a3abe552dede8bb0ab4faa329cfb8dc0e67c58a4ca11d1d2fccf', 'c9b6e4281797ae81d359fd068e558d30b14e91914c9647e1091f7200be0bc05b');
INSERT INTO public.platform_log VALUES (25, '2026-11-22 21:19:20.493+00', 'task.changed', '{"taskId": "01a20520-b5ac-78cf-ad53-e63075c4d49d", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": "0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d"}', 'c9b6e4281797ae81d359fd068e558d30b14e91914c9647e1091f7200be0bc05b', '319491cbb28985a54cec9fc3e6c20df69f9041edddf9a5bf73e88018e7fbfaa9');
INSERT INTO public.platform_log VALUES (26, '2026-11-22 21:19:20.592+00', 'task.join', '{"taskId": "01a20520-b5ac-78cf-ad53-e63075c4d49d", "userId": "01a20520-31d7-78b8-a275-28f95d08ad42", "partyId": "1002"}', '319491cbb28985a54cec9fc3e6c20df69f9041edddf9a5bf73e88018e7fbfaa9', '940bf0a070f78ea73e1647aed50ce7779f98959db0225558f3adacf435985952');
INSERT INTO public.platform_log VALUES (27, '2026-11-22 21:19:20.933+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20520-b5ac-78cf-ad53-e63075c4d49d", "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "0ea64392-82bf-4ac1-a55c-a9ec60fb3b0d"}', '940bf0a070f78ea73e1647aed50ce7779f98959db0225558f3adacf435985952', '246249941dcc34534c7735291b03578bd5b7cfbdc3ac0ac6936ada85b26a1ff6');
INSERT INTO public.platform_log VALUES (28, '2026-11-22 21:19:21.131+00', 'task.data-offered', '{"taskId": "01a20520-b5ac-78cf-ad53-e63075c4d49d", "partyId": "1002", "datasetId": "0ea64392-82bf-4ac1-a55c-a9ec60fb3b0d"}', '246249941dcc34534c7735291b03578bd5b7cfbdc3ac0ac6936ada85b26a1ff6', 'b5cff194aa071b5fe7588c59e68bdc4f315a2c498a11c1b4d3299067bbb346e7');
INSERT INTO public.platform_log VALUES (29, '2026-11-22 21:19:22.778+00', 'run.started', '{"runId": "01a20520-c27e-7b42-aedb-894319961dd7", "taskId": "01a20520-b5ac-78cf-ad53-e63075c4d49d", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": "0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d"}', 'b5cff194aa071b5fe7588c59e68bdc4f315a2c498a11c1b4d3299067bbb346e7', 'b5034435eafbf48b7a1dc09a687aff322328e2689802010f2317d4c9f3d35e5f');
INSERT INTO public.platform_log VALUES (30, '2026-11-22 21:19:40.865+00', 'model.trained', '{"runId": "01a20520-c27e-7b42-aedb-894319961dd7", "sha256": "c2603d68bd998c20c4d226e249c18d964c648644a2fb5217682a527411da490d", "codeHash": "1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d"}', 'b5034435eafbf48b7a1dc09a687aff322328e2689802010f2317d4c9f3d35e5f', 'fc5c63e0fbbcacf503a54d75340852d1c1a4f9b04c2600f7ccb26c8a36f6c965');
INSERT INTO public.platform_log VALUES (31, '2026-11-22 21:19:40.896+00', 'run.completed', '{"runId": "01a20520-c27e-7b42-aedb-894319961dd7", "taskId": "01a20520-b5ac-78cf-ad53-e63075c4d49d"}', 'fc5c63e0fbbcacf503a54d75340852d1c1a4f9b04c2600f7ccb26c8a36f6c965', '92638d081788737d081a01c23c8ac05154b06696fb686b0bc8dae56fb0ed6843');
INSERT INTO public.platform_log VALUES (32, '2026-11-22 21:19:41.371+00', 'task.created', '{"taskId": "01a20521-0b3b-7680-93b9-dee8753c10d1", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "partyId": "1001"}', '92638d081788737d081a01c23c8ac05154b06696fb686b0bc8dae56fb0ed6843', '1fe3d36221379b3837d23ace3e6696dc86a55bc75cfe244c6634413d37b8756e');
INSERT INTO public.platform_log VALUES (33, '2026-11-22 21:19:41.499+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20521-0b3b-7680-93b9-dee8753c10d1", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "7b5aabbe-58d4-4df8-ae6c-79acb71e1c8e"}', '1fe3d36221379b3837d23ace3e6696dc86a55bc75cfe244c6634413d37b8756e', 'd0630ac465eec09b68babd9313f09628f63bec875edc816a9f3517eaf7f38aea');
INSERT INTO public.platform_log VALUES (34, '2026-11-22 21:19:41.54+00', 'task.data-offered', '{"taskId": "01a20521-0b3b-7680-93b9-dee8753c10d1", "partyId": "1001", "datasetId": "7b5aabbe-58d4-4df8-ae6c-79acb71e1c8e"}', 'd0630ac465eec09b68babd9313f09628f63bec875edc816a9f3517eaf7f38aea', '94188fc0c0a6b6a948a2bfe1ae35f1c28edf6cf52bb07c8cab667c0853cdd2a6');
INSERT INTO public.platform_log VALUES (35, '2026-11-22 21:19:41.608+00', 'task.changed', '{"taskId": "01a20521-0b3b-7680-93b9-dee8753c10d1", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', '94188fc0c0a6b6a948a2bfe1ae35f1c28edf6cf52bb07c8cab667c0853cdd2a6', 'd93d0b0beba6f8e9a1b6a0afb705b6f3e0fff8c273b1e740225a6380d94fc176');
INSERT INTO public.platform_log VALUES (36, '2026-11-22 21:19:41.668+00', 'task.changed', '{"taskId": "01a20521-0b3b-7680-93b9-dee8753c10d1", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', 'd93d0b0beba6f8e9a1b6a0afb705b6f3e0fff8c273b1e740225a6380d94fc176', '4d24636dbf9cf781bca8678fe6d6d5cafd87bad9baacb7940ae652ab2a2b7673');
INSERT INTO public.platform_log VALUES (37, '2026-11-22 21:19:41.713+00', 'task.changed', '{"taskId": "01a20521-0b3b-7680-93b9-dee8753c10d1", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": "f46020a5fab811f4dc90d9b3a95043cc5981a1abef1e8769c5884b0cf6befb3b"}', '4d24636dbf9cf781bca8678fe6d6d5cafd87bad9baacb7940ae652ab2a2b7673', '2aab0300445ef8270e8cf397d83e483b1ff0c266b10cef76166ee256039857b8');
INSERT INTO public.platform_log VALUES (38, '2026-11-22 21:19:41.774+00', 'task.join', '{"taskId": "01a20521-0b3b-7680-93b9-dee8753c10d1", "userId": "01a20520-31d7-78b8-a275-28f95d08ad42", "partyId": "1002"}', '2aab0300445ef8270e8cf397d83e483b1ff0c266b10cef76166ee256039857b8', '80c7ba6c5d16cf9f55be71b3d3ae29a5b7c0ed2fb960c298d914addf9ff52185');
INSERT INTO public.platform_log VALUES (39, '2026-11-22 21:19:42.047+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20521-0b3b-7680-93b9-dee8753c10d1", "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "12ebd6d4-f88e-40a1-afc6-47c793e76659"}', '80c7ba6c5d16cf9f55be71b3d3ae29a5b7c0ed2fb960c298d914addf9ff52185', '10480b2e65dd603371f1526ae53da5379ee6c2bd03c01b4ba743e0047db875c8');
INSERT INTO public.platform_log VALUES (40, '2026-11-22 21:19:42.105+00', 'task.data-offered', '{"taskId": "01a20521-0b3b-7680-93b9-dee8753c10d1", "partyId": "1002", "datasetId": "12ebd6d4-f88e-40a1-afc6-47c793e76659"}', '10480b2e65dd603371f1526ae53da5379ee6c2bd03c01b4ba743e0047db875c8', 'c831dec362ea37edf915ed1fb8d362799778fdd99938adf7438a51a26893a975');
INSERT INTO public.platform_log VALUES (41, '2026-11-22 21:19:43.106+00', 'run.started', '{"runId": "01a20521-11ec-7384-b2a7-d12fc1f6a431", "taskId": "01a20521-0b3b-7680-93b9-dee8753c10d1", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": "f46020a5fab811f4dc90d9b3a95043cc5981a1abef1e8769c5884b0cf6befb3b"}', 'c831dec362ea37edf915ed1fb8d362799778fdd99938adf7438a51a26893a975', '266abcd2956cfe1c1b54bdd4cac612b32e6e553ca72800b38a0cd42e6ec037f5');
INSERT INTO public.platform_log VALUES (42, '2026-11-22 21:19:58.012+00', 'model.trained', '{"runId": "01a20521-11ec-7384-b2a7-d12fc1f6a431", "sha256": "294de0a0c1539fb5db196413fc6d6e2ac6f84aeecca99677571293e595d6aa12", "codeHash": "a7126d8e6735210362fc23381b38050703a78e038c74e9932b361ca87901b23b"}', '266abcd2956cfe1c1b54bdd4cac612b32e6e553ca72800b38a0cd42e6ec037f5', '4f502ac9d54d2afd87909d5e12b1cc76ec0a24bf2c339fc6ec3cf516648b0e64');
INSERT INTO public.platform_log VALUES (43, '2026-11-22 21:19:58.045+00', 'run.completed', '{"runId": "01a20521-11ec-7384-b2a7-d12fc1f6a431", "taskId": "01a20521-0b3b-7680-93b9-dee8753c10d1"}', '4f502ac9d54d2afd87909d5e12b1cc76ec0a24bf2c339fc6ec3cf516648b0e64', 'f54c44dd75202dacdfc5b2ccb5939c4e67eb81bb8cffacbb5501cb6046dfa6fc');
INSERT INTO public.platform_log VALUES (44, '2026-11-22 21:19:58.277+00', 'task.created', '{"taskId": "01a20521-4d45-73a3-81d1-9c46ec18c195", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "partyId": "1001"}', 'f54c44dd75202dacdfc5b2ccb5939c4e67eb81bb8cffacbb5501cb6046dfa6fc', '9736da9f1af644ff350aa6d89553faf0e78f1d5349c3636fc926c5991e871d8d');
INSERT INTO public.platform_log VALUES (45, '2026-11-22 21:19:58.498+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20521-4d45-73a3-81d1-9c46ec18c195", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "c5010385-580c-4577-87b8-3c32406c04df"}', '9736da9f1af644ff350aa6d89553faf0e78f1d5349c3636fc926c5991e871d8d', '50d5a07907c16bbaa4e45fb7977710c46172577e45630a62996f82c61ad464d5');
INSERT INTO public.platform_log VALUES (46, '2026-11-22 21:19:58.545+00', 'task.data-offered', '{"taskId": "01a20521-4d45-73a3-81d1-9c46ec18c195", "partyId": "1001", "datasetId": "c5010385-580c-4577-87b8-3c32406c04df"}', '50d5a07907c16bbaa4e45fb7977710c46172577e45630a62996f82c61ad464d5', 'b38b0b3f5ae07037759115640640b49067cdd9ff5eee44e4ad6a1e76abdc1ddf');
INSERT INTO public.platform_log VALUES (47, '2026-11-22 21:19:58.654+00', 'task.changed', '{"taskId": "01a20521-4d45-73a3-81d1-9c46ec18c195", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', 'b38b0b3f5ae07037759115640640b49067cdd9ff5eee44e4ad6a1e76abdc1ddf', 'bf3e3f4d025ea0a93832497b999d65dbc35542383c03e9f1fd91f13e4a360610');
INSERT INTO public.platform_log VALUES (48, '2026-11-22 21:19:58.709+00', 'task.changed', '{"taskId": "01a20521-4d45-73a3-81d1-9c46ec18c195", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', 'bf3e3f4d025ea0a93832497b999d65dbc35542383c03e9f1fd91f13e4a360610', 'fb15a7ce207712cc4e746b760058bfeae41501808c7e9d9603ac66889baeef05');
INSERT INTO public.platform_log VALUES (49, '2026-11-22 21:19:58.74+00', 'task.changed', '{"taskId": "01a20521-4d45-73a3-81d1-9c46ec18c195", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": "733a7670060017a1d6548e421f662ab263a6dc99ab9ef893c52b12666bdf24f7"}', 'fb15a7ce207712cc4e746b760058bfeae41501808c7e9d9603ac66889baeef05', 'c10304d72716aa7265a259eb267fdbb06bf71dd3de4d4da19ed6976028554a0a');
INSERT INTO public.platform_log VALUES (50, '2026-11-22 21:19:58.773+00', 'task.join', '{"taskId": "01a20521-4d45-73a3-81d1-9c46ec18c195", "userId": "01a20520-31d7-78b8-a275-28f95d08ad42", "partyId": "1002"}', 'c10304d72716aa7265a259eb267fdbb06bf71dd3de4d4da19ed6976028554a0a', '6e929f72c414c7430a6616ab9a0c936c8c9d6682c8035fc93eaccf747494710b');
INSERT INTO public.platform_log VALUES (51, '2026-11-22 21:19:58.945+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20521-4d45-73a3-81d1-9c46ec18c195", "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "3c56cbad-10f7-4bf0-b1fb-bed467dab2e4"}', '6e929f72c414c7430a6616ab9a0c936c8c9d6682c8035fc93eaccf747494710b', 'd6939fce152b3eb353e063adbdca560a151b8d1bfd9802f2bb924cdf5e2d30ba');
INSERT INTO public.platform_log VALUES (52, '2026-11-22 21:19:58.962+00', 'task.data-offered', '{"taskId": "01a20521-4d45-73a3-81d1-9c46ec18c195", "partyId": "1002", "datasetId": "3c56cbad-10f7-4bf0-b1fb-bed467dab2e4"}', 'd6939fce152b3eb353e063adbdca560a151b8d1bfd9802f2bb924cdf5e2d30ba', '5a5f050e57dfe2af93e4a5b75bc883ad83de0d0cabbdcf7a6afed3c7fa89ee78');
INSERT INTO public.platform_log VALUES (53, '2026-11-22 21:19:59.936+00', 'run.started', '{"runId": "01a20521-53b4-7881-a89c-13cb18922f45", "taskId": "01a20521-4d45-73a3-81d1-9c46ec18c195", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": "733a7670060017a1d6548e421f662ab263a6dc99ab9ef893c52b12666bdf24f7"}', '5a5f050e57dfe2af93e4a5b75bc883ad83de0d0cabbdcf7a6afed3c7fa89ee78', 'b6712df3c2188ec8f8e56c1dfff4b3a936d527c58abaab78b3281b1d301a8eaf');
INSERT INTO public.platform_log VALUES (54, '2026-11-22 21:20:09.998+00', 'model.trained', '{"runId": "01a20521-53b4-7881-a89c-13cb18922f45", "sha256": "a5e874c78fcbffaa194d4f5f8b65f8ac49bbeb87a38aa53976fc0496f16fb734", "codeHash": "7134033887fb6267f3cf9babfe0a38c5335b4d8da7f8d0a501de2f108ff897db"}', 'b6712df3c2188ec8f8e56c1dfff4b3a936d527c58abaab78b3281b1d301a8eaf', '63acda85adb1875f961fdc522065fc4e57804625a11a6dfc1ba2377cee9bcaf9');
INSERT INTO public.platform_log VALUES (55, '2026-11-22 21:20:10.017+00', 'run.completed', '{"runId": "01a20521-53b4-7881-a89c-13cb18922f45", "taskId": "01a20521-4d45-73a3-81d1-9c46ec18c195"}', '63acda85adb1875f961fdc522065fc4e57804625a11a6dfc1ba2377cee9bcaf9', '2f5d8974707675de39bf473d8d6f5bac047ee6546587e8a79473229a35d7e080');
INSERT INTO public.platform_log VALUES (56, '2026-11-22 21:20:10.098+00', 'task.created', '{"taskId": "01a20521-7b72-73e0-9a23-a7373977387a", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "partyId": "1001"}', '2f5d8974707675de39bf473d8d6f5bac047ee6546587e8a79473229a35d7e080', 'ef8c6c80f5e5304e2b309a29ec3597d786faad6f2a44f4142fc0689fdef4a038');
INSERT INTO public.platform_log VALUES (57, '2026-11-22 21:20:10.304+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20521-7b72-73e0-9a23-a7373977387a", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "b7ae2fb7-781d-4726-bbfd-7fe6e0b7d852"}', 'ef8c6c80f5e5304e2b309a29ec3597d786faad6f2a44f4142fc0689fdef4a038', '929923390b488ffb51fa664c9910cc7e0bbe5e0478d1cd24b8ab80ac87c3260a');
INSERT INTO public.platform_log VALUES (58, '2026-11-22 21:20:10.394+00', 'task.data-offered', '{"taskId": "01a20521-7b72-73e0-9a23-a7373977387a", "partyId": "1001", "datasetId": "b7ae2fb7-781d-4726-bbfd-7fe6e0b7d852"}', '929923390b488ffb51fa664c9910cc7e0bbe5e0478d1cd24b8ab80ac87c3260a', '403cd3fe8347fdc6c9e563f4bd6445269327a32d0c5216d40ad37634f2bd3e3a');
INSERT INTO public.platform_log VALUES (59, '2026-11-22 21:20:10.419+00', 'task.changed', '{"taskId": "01a20521-7b72-73e0-9a23-a7373977387a", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', '403cd3fe8347fdc6c9e563f4bd6445269327a32d0c5216d40ad37634f2bd3e3a', '630f5aec14baaf67a9a29e20d5ec8b94274308794dfe9d8bc0de9f3b21453abb');
INSERT INTO public.platform_log VALUES (60, '2026-11-22 21:20:10.451+00', 'task.changed', '{"taskId": "01a20521-7b72-73e0-9a23-a7373977387a", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', '630f5aec14baaf67a9a29e20d5ec8b94274308794dfe9d8bc0de9f3b21453abb', '3c3cb28f06c5a6c8ade4091161aeaa37dcd699b79fb557bd633f87d622b2db08');
INSERT INTO public.platform_log VALUES (61, '2026-11-22 21:20:10.501+00', 'task.changed', '{"taskId": "01a20521-7b72-73e0-9a23-a7373977387a", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": "0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d"}', '3c3cb28f06c5a6c8ade4091161aeaa37dcd699b79fb557bd633f87d622b2db08', 'd7e8f728970ecc9f4b02720969a01bff5b25c4d61306ae6ab0e234311650c257');
INSERT INTO public.platform_log VALUES (62, '2026-11-22 21:20:11.074+00', 'run.started', '{"runId": "01a20521-7f3d-73a2-89a3-97d21c95e977", "taskId": "01a20521-7b72-73e0-9a23-a7373977387a", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": "0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d"}', 'd7e8f728970ecc9f4b02720969a01bff5b25c4d61306ae6ab0e234311650c257', '17ff489b5909e3fa92e876071ac2b618ebc98ab364a7cc2cd7d18373f77fcb7b');
INSERT INTO public.platform_log VALUES (63, '2026-11-22 21:20:19.959+00', 'model.trained', '{"runId": "01a20521-7f3d-73a2-89a3-97d21c95e977", "sha256": "71c7656ffa47d449d3eb15ba0f512c9d384b6668f75f08fe2ce4ce29128ae6e2", "codeHash": "1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d"}', '17ff489b5909e3fa92e876071ac2b618ebc98ab364a7cc2cd7d18373f77fcb7b', '34eaa7bd8ccab3fb190b9988a6e6004f9c14a30cb4c4d8e19798c23e399f79fb');
INSERT INTO public.platform_log VALUES (64, '2026-11-22 21:20:20.009+00', 'run.completed', '{"runId": "01a20521-7f3d-73a2-89a3-97d21c95e977", "taskId": "01a20521-7b72-73e0-9a23-a7373977387a"}', '34eaa7bd8ccab3fb190b9988a6e6004f9c14a30cb4c4d8e19798c23e399f79fb', '3afb30d95f14f88b79f2cc0e2ccf8c400375b5816b598467e8562f54cfe9f000');
INSERT INTO public.platform_log VALUES (65, '2026-11-22 21:20:20.142+00', 'model.published', '{"userId": "01a20520-3121-7363-a469-44aeb145cb93", "modelId": "01a20521-a2ae-730b-b69e-3f1d340b4c0e", "sourceModelId": "01a20521-093e-7184-b8d7-2d70033e9cc1"}', '3afb30d95f14f88b79f2cc0e2ccf8c400375b5816b598467e8562f54cfe9f000', '3131e4255f22368dc1baa1746d53f100578310df0f09c04b5a619691e75b8fd5');
INSERT INTO public.platform_log VALUES (66, '2026-11-22 21:20:20.213+00', 'model.copied', '{"userId": "01a20520-32c4-71c7-aac7-c502cddb5771", "modelId": "01a20521-a2f4-7d49-b4b0-f383936461b0", "partyId": "1003", "sourceModelId": "01a20521-a2ae-730b-b69e-3f1d340b4c0e"}', '3131e4255f22368dc1baa1746d53f100578310df0f09c04b5a619691e75b8fd5', 'a5261073a6fe24a2bd88677f45fef8b55e654c9fad79097aa6f28564c318d952');
INSERT INTO public.platform_log VALUES (67, '2026-11-22 21:20:21.396+00', 'inference.created', '{"userId": "01a20520-32c4-71c7-aac7-c502cddb5771", "modelId": "01a20521-a2f4-7d49-b4b0-f383936461b0", "partyId": "1003", "inferenceId": "01a20521-a790-7d1c-9872-8fcf08a8a9fb"}', 'a5261073a6fe24a2bd88677f45fef8b55e654c9fad79097aa6f28564c318d952', '155a2fb45df340431a79a3961026d091e1563478e3d1e830722d87948f515355');
INSERT INTO public.platform_log VALUES (68, '2026-11-22 21:20:21.929+00', 'dataset.told', '{"name": "Held out", "taskId": null, "deleted": false, "partyId": "1001", "rowCount": 115, "datasetId": "1863dabe-8cee-48b8-9caf-4f8ce27b5275"}', '155a2fb45df340431a79a3961026d091e1563478e3d1e830722d87948f515355', '4b6ea334384ace53f70b54e6b6b1d300989658c5b34719963d58b11c2aae74b4');
INSERT INTO public.platform_log VALUES (69, '2026-11-22 21:20:22.888+00', 'task.created', '{"taskId": "01a20521-ad68-7be8-894d-56b80dc84190", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "partyId": "1001"}', '4b6ea334384ace53f70b54e6b6b1d300989658c5b34719963d58b11c2aae74b4', 'cdc3f44ea4f1ffed61568b24360570d1795c5105696990e6f0d0417c4111afe0');
INSERT INTO public.platform_log VALUES (70, '2026-11-22 21:20:22.978+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20521-ad68-7be8-894d-56b80dc84190", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "ea2db5ba-06e8-41f7-a5bf-8b39b904056c"}', 'cdc3f44ea4f1ffed61568b24360570d1795c5105696990e6f0d0417c4111afe0', 'deb4d2473a0bbc61be6928ed7d7e5209dc98c2eca7c987763a927510d522a397');
INSERT INTO public.platform_log VALUES (71, '2026-11-22 21:20:23.004+00', 'task.data-offered', '{"taskId": "01a20521-ad68-7be8-894d-56b80dc84190", "partyId": "1001", "datasetId": "ea2db5ba-06e8-41f7-a5bf-8b39b904056c"}', 'deb4d2473a0bbc61be6928ed7d7e5209dc98c2eca7c987763a927510d522a397', 'dd69c203463f76ef07659958c04abdee4de5ca9958532927edb073b349466fff');
INSERT INTO public.platform_log VALUES (72, '2026-11-22 21:20:23.023+00', 'task.changed', '{"taskId": "01a20521-ad68-7be8-894d-56b80dc84190", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', 'dd69c203463f76ef07659958c04abdee4de5ca9958532927edb073b349466fff', '546799e3d312cf82671c5a72aa6b69ea41adb72645623b4993746540bf53cccb');
INSERT INTO public.platform_log VALUES (73, '2026-11-22 21:20:23.038+00', 'task.changed', '{"taskId": "01a20521-ad68-7be8-894d-56b80dc84190", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', '546799e3d312cf82671c5a72aa6b69ea41adb72645623b4993746540bf53cccb', '6c836f30155934c0aaaf5ccef8bf4adabb7ffbfd2343b916bbabbd69140c981c');
INSERT INTO public.platform_log VALUES (74, '2026-11-22 21:20:23.046+00', 'task.changed', '{"taskId": "01a20521-ad68-7be8-894d-56b80dc84190", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": "1e1ceead992d9d04d958260ac27a789fca3a78555c4fb6960ae814f34b73b5e0"}', '6c836f30155934c0aaaf5ccef8bf4adabb7ffbfd2343b916bbabbd69140c981c', 'b6e9323beab034a1439d0a5f5a399b14fb92edac2ff241938d2d097658a703c4');
INSERT INTO public.platform_log VALUES (75, '2026-11-22 21:20:23.056+00', 'task.join', '{"taskId": "01a20521-ad68-7be8-894d-56b80dc84190", "userId": "01a20520-31d7-78b8-a275-28f95d08ad42", "partyId": "1002"}', 'b6e9323beab034a1439d0a5f5a399b14fb92edac2ff241938d2d097658a703c4', 'db160ad598e12ffb49dcdd684e15bca97640f9f9092a8f6d9aa0ff4eefbf1bc0');
INSERT INTO public.platform_log VALUES (76, '2026-11-22 21:20:23.139+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20521-ad68-7be8-894d-56b80dc84190", "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "4597f7e5-fd6a-41c2-b9f3-f7a5da039c96"}', 'db160ad598e12ffb49dcdd684e15bca97640f9f9092a8f6d9aa0ff4eefbf1bc0', '7d12f9170827485b2c193b51decd6967aba39dc9faaec47da9354cdceec56453');
INSERT INTO public.platform_log VALUES (77, '2026-11-22 21:20:23.251+00', 'task.data-offered', '{"taskId": "01a20521-ad68-7be8-894d-56b80dc84190", "partyId": "1002", "datasetId": "4597f7e5-fd6a-41c2-b9f3-f7a5da039c96"}', '7d12f9170827485b2c193b51decd6967aba39dc9faaec47da9354cdceec56453', 'f162636f06b50545c2db41f51ae894f066a48094c367ae6b960c808788e73885');
INSERT INTO public.platform_log VALUES (78, '2026-11-22 21:20:23.324+00', 'task.created', '{"taskId": "01a20521-af1c-705f-82d8-a93a39423082", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "partyId": "1001"}', 'f162636f06b50545c2db41f51ae894f066a48094c367ae6b960c808788e73885', '2a99a65ca3a8807ece5300c0134ae6526d0fc81bbe72f003c9bde3d2a8a038f6');
INSERT INTO public.platform_log VALUES (79, '2026-11-22 21:20:23.406+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20521-af1c-705f-82d8-a93a39423082", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "513dc9de-b854-4519-a1d1-f0b9ec57aac5"}', '2a99a65ca3a8807ece5300c0134ae6526d0fc81bbe72f003c9bde3d2a8a038f6', '270ea22244853e5e933abbd249ce9cf8026b2f991425b4761936e60db40b1040');
INSERT INTO public.platform_log VALUES (80, '2026-11-22 21:20:23.424+00', 'task.data-offered', '{"taskId": "01a20521-af1c-705f-82d8-a93a39423082", "partyId": "1001", "datasetId": "513dc9de-b854-4519-a1d1-f0b9ec57aac5"}', '270ea22244853e5e933abbd249ce9cf8026b2f991425b4761936e60db40b1040', 'da96c853f60d3697e27e0795a307b376f2766f894bed7c317585129f2a8cc2cd');
INSERT INTO public.platform_log VALUES (81, '2026-11-22 21:20:23.52+00', 'task.changed', '{"taskId": "01a20521-af1c-705f-82d8-a93a39423082", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', 'da96c853f60d3697e27e0795a307b376f2766f894bed7c317585129f2a8cc2cd', 'ccae81201136b14bf4a5c6a659a775894be07e488fbea6c711973d1464fb3976');
INSERT INTO public.platform_log VALUES (82, '2026-11-22 21:20:23.548+00', 'task.changed', '{"taskId": "01a20521-af1c-705f-82d8-a93a39423082", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', 'ccae81201136b14bf4a5c6a659a775894be07e488fbea6c711973d1464fb3976', '8073d67f7cac32827715a067be6a213bc612da8db47014578b80c1a1fb1a3f98');
INSERT INTO public.platform_log VALUES (83, '2026-11-22 21:20:23.561+00', 'task.changed', '{"taskId": "01a20521-af1c-705f-82d8-a93a39423082", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": "ed0ea5d865c541e138384a4c6c57bcff4f690ae526464ea204d2ee251a9a4d27"}', '8073d67f7cac32827715a067be6a213bc612da8db47014578b80c1a1fb1a3f98', 'ec2bf649a52c3d14685a92424ff4f6300cb8ccce399027d8063a12c8147fadaf');
INSERT INTO public.platform_log VALUES (84, '2026-11-22 21:20:23.666+00', 'task.join', '{"taskId": "01a20521-af1c-705f-82d8-a93a39423082", "userId": "01a20520-31d7-78b8-a275-28f95d08ad42", "partyId": "1002"}', 'ec2bf649a52c3d14685a92424ff4f6300cb8ccce399027d8063a12c8147fadaf', '9c2078f1c0ea531d2ba2464114a0df50a121086cb93f38c5c0dabcc8667062a8');
INSERT INTO public.platform_log VALUES (85, '2026-11-22 21:20:23.727+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20521-af1c-705f-82d8-a93a39423082", "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "e9e00817-208e-49f9-b9c1-1da86795fc8c"}', '9c2078f1c0ea531d2ba2464114a0df50a121086cb93f38c5c0dabcc8667062a8', 'c67ec94a80dc69dc04866efdf25da651634d2f957b2436884fc730aeb69f4e63');
INSERT INTO public.platform_log VALUES (86, '2026-11-22 21:20:23.74+00', 'task.data-offered', '{"taskId": "01a20521-af1c-705f-82d8-a93a39423082", "partyId": "1002", "datasetId": "e9e00817-208e-49f9-b9c1-1da86795fc8c"}', 'c67ec94a80dc69dc04866efdf25da651634d2f957b2436884fc730aeb69f4e63', '2772590dc1fef8032d5f06437c06ba789dbe6faf883bc9bc4ee1b964bb81979b');
INSERT INTO public.platform_log VALUES (88, '2026-11-22 21:20:23.995+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20521-b15b-7b36-8c29-2b9e9f1766f9", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "4887349e-22c4-437b-829d-2b8299c68ae9"}', 'a2fc3b1052686299e9419578b5aade9c08b8984abf736e8da547ddeede641e1e', '6e8933a230f751d481e9da954fa3a6c61ea357f81605175feb70001fbd8838c0');
INSERT INTO public.platform_log VALUES (89, '2026-11-22 21:20:24.047+00', 'task.data-offered', '{"taskId": "01a20521-b15b-7b36-8c29-2b9e9f1766f9", "partyId": "1001", "datasetId": "4887349e-22c4-437b-829d-2b8299c68ae9"}', '6e8933a230f751d481e9da954fa3a6c61ea357f81605175feb70001fbd8838c0', 'de6f922a05a22d13d7347b8c6aa2ed114917914a423537ee5b5ef7b95dca2e64');
INSERT INTO public.platform_log VALUES (90, '2026-11-22 21:20:24.117+00', 'task.changed', '{"taskId": "01a20521-b15b-7b36-8c29-2b9e9f1766f9", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', 'de6f922a05a22d13d7347b8c6aa2ed114917914a423537ee5b5ef7b95dca2e64', '5e536a2a182006caa517cde07abb68dc3ef81a2a32f47ffde2dcb24010c56335');
INSERT INTO public.platform_log VALUES (91, '2026-11-22 21:20:24.165+00', 'task.changed', '{"taskId": "01a20521-b15b-7b36-8c29-2b9e9f1766f9", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', '5e536a2a182006caa517cde07abb68dc3ef81a2a32f47ffde2dcb24010c56335', 'a3646cd47c708435d07a35abbaf42905db096cafdea3a046f08ec91ba0a52d6d');
INSERT INTO public.platform_log VALUES (92, '2026-11-22 21:20:24.212+00', 'task.changed', '{"taskId": "01a20521-b15b-7b36-8c29-2b9e9f1766f9", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": "1e1ceead992d9d04d958260ac27a789fca3a78555c4fb6960ae814f34b73b5e0"}', 'a3646cd47c708435d07a35abbaf42905db096cafdea3a046f08ec91ba0a52d6d', '1e398f9d282ed80d486a56423ab1edc018e3505e85fb16b72a08c7af90bf3555');
INSERT INTO public.platform_log VALUES (93, '2026-11-22 21:20:24.241+00', 'task.join', '{"taskId": "01a20521-b15b-7b36-8c29-2b9e9f1766f9", "userId": "01a20520-31d7-78b8-a275-28f95d08ad42", "partyId": "1002"}', '1e398f9d282ed80d486a56423ab1edc018e3505e85fb16b72a08c7af90bf3555', 'bf748de63a0bf19d0ef12372b444965c4ca56ad275d1f527d79ec3cfc8e03ee5');
INSERT INTO public.platform_log VALUES (94, '2026-11-22 21:20:24.363+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20521-b15b-7b36-8c29-2b9e9f1766f9", "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "0a7aa61e-a9bc-46b9-8502-c6bfc84480ad"}', 'bf748de63a0bf19d0ef12372b444965c4ca56ad275d1f527d79ec3cfc8e03ee5', '9ff3c81744553ec4f04c0c6a9c904e6709a4776b4a9d91da211042f760171bc0');
INSERT INTO public.platform_log VALUES (95, '2026-11-22 21:20:24.381+00', 'task.data-offered', '{"taskId": "01a20521-b15b-7b36-8c29-2b9e9f1766f9", "partyId": "1002", "datasetId": "0a7aa61e-a9bc-46b9-8502-c6bfc84480ad"}', '9ff3c81744553ec4f04c0c6a9c904e6709a4776b4a9d91da211042f760171bc0', '5e176cfda18a30c10e477338033df004812d586512793cd0be1ed3683f59c838');
INSERT INTO public.platform_log VALUES (96, '2026-11-22 21:20:25.234+00', 'task.created', '{"taskId": "01a20521-b692-7697-a64c-541bd0f910ec", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "partyId": "1001"}', '5e176cfda18a30c10e477338033df004812d586512793cd0be1ed3683f59c838', '4591315ab178638df7eb9c9a50fa6117fbb9267eeaaacb0322f2518baadcab88');
INSERT INTO public.platform_log VALUES (97, '2026-11-22 21:20:25.24+00', 'task.created', '{"taskId": "01a20521-b698-7903-aeb3-efaa4b561114", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "partyId": "1001"}', '4591315ab178638df7eb9c9a50fa6117fbb9267eeaaacb0322f2518baadcab88', '7099c575b25726f0b96da159dd4247d1f017ffcc9b9ea7184f721348678ee361');
INSERT INTO public.platform_log VALUES (98, '2026-11-22 21:20:25.287+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20521-b698-7903-aeb3-efaa4b561114", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "60458855-8a5a-40c4-83af-8293e703dcfd"}', '7099c575b25726f0b96da159dd4247d1f017ffcc9b9ea7184f721348678ee361', '526758c85e0727278504972f7c272091e899619ff54a00d9c1f44737bd6d2875');
INSERT INTO public.platform_log VALUES (99, '2026-11-22 21:20:25.309+00', 'task.data-offered', '{"taskId": "01a20521-b698-7903-aeb3-efaa4b561114", "partyId": "1001", "datasetId": "60458855-8a5a-40c4-83af-8293e703dcfd"}', '526758c85e0727278504972f7c272091e899619ff54a00d9c1f44737bd6d2875', 'beb678b158c26182f0f90658a3ce6a21096f61a860141b1420a6628911904a64');
INSERT INTO public.platform_log VALUES (87, '2026-11-22 21:20:23.899+00', 'task.created', '{"taskId": "01a20521-b15b-7b36-8c29-2b9e9f1766f9", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "partyId": "1001"}', '2772590dc1fef8032d5f06437c06ba789dbe6faf883bc9bc4ee1b964bb81979b', 'a2fc3b1052686299e9419578b5aade9c08b8984abf736e8da547ddeede641e1e');
INSERT INTO public.platform_log VALUES (100, '2026-11-22 21:20:25.334+00', 'task.changed', '{"taskId": "01a20521-b698-7903-aeb3-efaa4b561114", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', 'beb678b158c26182f0f90658a3ce6a21096f61a860141b1420a6628911904a64', 'b072a3ed0ef7859a2c9f44bb080c0922ad60548f75e7504f33cce383872ed9be');
INSERT INTO public.platform_log VALUES (101, '2026-11-22 21:20:25.356+00', 'task.changed', '{"taskId": "01a20521-b698-7903-aeb3-efaa4b561114", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": null}', 'b072a3ed0ef7859a2c9f44bb080c0922ad60548f75e7504f33cce383872ed9be', '98687113e238756f9b517ba9b4686748f2f6ed5f5485d2dc5d129bf838207205');
INSERT INTO public.platform_log VALUES (102, '2026-11-22 21:20:25.375+00', 'task.changed', '{"taskId": "01a20521-b698-7903-aeb3-efaa4b561114", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": "a74b44de609b48460f671c6c9ca53fa3dcedd257f0c1e01043a5ab5f2135d69e"}', '98687113e238756f9b517ba9b4686748f2f6ed5f5485d2dc5d129bf838207205', 'fe775d2d86c9b0bcf02e72b7bb8e275022882af34a5b4c1b5754d6bbfb75f1b6');
INSERT INTO public.platform_log VALUES (103, '2026-11-22 21:20:25.402+00', 'task.join', '{"taskId": "01a20521-b698-7903-aeb3-efaa4b561114", "userId": "01a20520-31d7-78b8-a275-28f95d08ad42", "partyId": "1002"}', 'fe775d2d86c9b0bcf02e72b7bb8e275022882af34a5b4c1b5754d6bbfb75f1b6', 'ebb5294a522549bf039e482c7432761a45cb98f021a6e6e077dfdd47ecb6f4a7');
INSERT INTO public.platform_log VALUES (104, '2026-11-22 21:20:25.447+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a20521-b698-7903-aeb3-efaa4b561114", "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "ba393573-e694-40bb-a14e-ae8e6ce41dc9"}', 'ebb5294a522549bf039e482c7432761a45cb98f021a6e6e077dfdd47ecb6f4a7', '6697b9ff4a78a7a14c20580ad46327b119098372fa51a2d37cbc5db55a810167');
INSERT INTO public.platform_log VALUES (105, '2026-11-22 21:20:25.464+00', 'task.data-offered', '{"taskId": "01a20521-b698-7903-aeb3-efaa4b561114", "partyId": "1002", "datasetId": "ba393573-e694-40bb-a14e-ae8e6ce41dc9"}', '6697b9ff4a78a7a14c20580ad46327b119098372fa51a2d37cbc5db55a810167', '967533baf5d4c33e1cdc8b7bc4358b6e43d1863fd8f171cdd4b297c688dc5e77');
INSERT INTO public.platform_log VALUES (106, '2026-11-22 21:20:26.456+00', 'run.started', '{"runId": "01a20521-bb54-7dc2-ae9a-e19c191c29fa", "taskId": "01a20521-b698-7903-aeb3-efaa4b561114", "userId": "01a20520-3121-7363-a469-44aeb145cb93", "planHash": "a74b44de609b48460f671c6c9ca53fa3dcedd257f0c1e01043a5ab5f2135d69e"}', '967533baf5d4c33e1cdc8b7bc4358b6e43d1863fd8f171cdd4b297c688dc5e77', 'd08d96888e58f9e07e2efe07976e34eb7543557a0d2a3517d90f0bf09a577fc6');



INSERT INTO public.registration VALUES ('01a20520-b5ad-78ac-92b2-367e50381752', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '1001', 'initiator', 'joined', '724b6376-9d31-4e91-a90a-f6833d5cacc7', '', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:19:19.468+00');
INSERT INTO public.registration VALUES ('01a20520-ba0d-79cb-86f0-6df5db1042ce', '01a20520-b5ac-78cf-ad53-e63075c4d49d', '1002', 'participant', 'joined', '0ea64392-82bf-4ac1-a55c-a9ec60fb3b0d', '', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '2026-11-22 21:19:20.589+00');
INSERT INTO public.registration VALUES ('01a20521-b2ad-7fce-bdec-87ab1433518d', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', '1002', 'participant', 'joined', '0a7aa61e-a9bc-46b9-8502-c6bfc84480ad', '', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '2026-11-22 21:20:24.237+00');
INSERT INTO public.registration VALUES ('01a20521-0b3d-798d-9390-9922fa040cc8', '01a20521-0b3b-7680-93b9-dee8753c10d1', '1001', 'initiator', 'joined', '7b5aabbe-58d4-4df8-ae6c-79acb71e1c8e', '', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:19:41.371+00');
INSERT INTO public.registration VALUES ('01a20521-b692-7bf3-b5d1-f31f25d15e0f', '01a20521-b692-7697-a64c-541bd0f910ec', '1001', 'initiator', 'joined', NULL, '', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:20:25.234+00');
INSERT INTO public.registration VALUES ('01a20521-0cc4-75e6-9529-4d92729bbda0', '01a20521-0b3b-7680-93b9-dee8753c10d1', '1002', 'participant', 'joined', '12ebd6d4-f88e-40a1-afc6-47c793e76659', '', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '2026-11-22 21:19:41.764+00');
INSERT INTO public.registration VALUES ('01a20521-4d47-785b-a1b4-81fb5f8be247', '01a20521-4d45-73a3-81d1-9c46ec18c195', '1001', 'initiator', 'joined', 'c5010385-580c-4577-87b8-3c32406c04df', '', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:19:58.277+00');
INSERT INTO public.registration VALUES ('01a20521-4f33-76ea-be76-ec2fab16d132', '01a20521-4d45-73a3-81d1-9c46ec18c195', '1002', 'participant', 'joined', '3c56cbad-10f7-4bf0-b1fb-bed467dab2e4', '', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '2026-11-22 21:19:58.771+00');
INSERT INTO public.registration VALUES ('01a20521-b699-70da-92e3-9f1c736c01dc', '01a20521-b698-7903-aeb3-efaa4b561114', '1001', 'initiator', 'joined', '60458855-8a5a-40c4-83af-8293e703dcfd', '', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:20:25.24+00');
INSERT INTO public.registration VALUES ('01a20521-7b72-7c3d-9d64-e8ea9de83550', '01a20521-7b72-73e0-9a23-a7373977387a', '1001', 'initiator', 'joined', 'b7ae2fb7-781d-4726-bbfd-7fe6e0b7d852', '', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:20:10.098+00');
INSERT INTO public.registration VALUES ('01a20521-ad74-7fc3-8389-ff3a9c5b4216', '01a20521-ad68-7be8-894d-56b80dc84190', '1001', 'initiator', 'joined', 'ea2db5ba-06e8-41f7-a5bf-8b39b904056c', '', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:20:22.888+00');
INSERT INTO public.registration VALUES ('01a20521-ae0f-7c17-8328-d03614a282e1', '01a20521-ad68-7be8-894d-56b80dc84190', '1002', 'participant', 'joined', '4597f7e5-fd6a-41c2-b9f3-f7a5da039c96', '', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '2026-11-22 21:20:23.055+00');
INSERT INTO public.registration VALUES ('01a20521-b739-73d3-b525-f7e6c453ea0a', '01a20521-b698-7903-aeb3-efaa4b561114', '1002', 'participant', 'joined', 'ba393573-e694-40bb-a14e-ae8e6ce41dc9', '', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '2026-11-22 21:20:25.401+00');
INSERT INTO public.registration VALUES ('01a20521-af1d-73bc-81c3-fb0cbdb79ab0', '01a20521-af1c-705f-82d8-a93a39423082', '1001', 'initiator', 'joined', '513dc9de-b854-4519-a1d1-f0b9ec57aac5', '', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:20:23.324+00');
INSERT INTO public.registration VALUES ('01a20521-b071-7dea-ae69-98f9355ed275', '01a20521-af1c-705f-82d8-a93a39423082', '1002', 'participant', 'joined', 'e9e00817-208e-49f9-b9c1-1da86795fc8c', '', '01a20520-31d7-78b8-a275-28f95d08ad42', 'bob', '2026-11-22 21:20:23.665+00');
INSERT INTO public.registration VALUES ('01a20521-b15c-720d-804d-c33fea4daf8b', '01a20521-b15b-7b36-8c29-2b9e9f1766f9', '1001', 'initiator', 'joined', '4887349e-22c4-437b-829d-2b8299c68ae9', '', '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:20:23.899+00');



INSERT INTO public.run_event VALUES ('01a20520-c27e-7b42-aedb-894319961dd7', 1, '{"seq": 1, "kind": "started", "time": "2026-11-22T21:19:24.468Z", "runId": "01a20520-c27e-7b42-aedb-894319961dd7", "rounds": 4, "parties": ["1001", "1002"]}', '2026-11-22 21:19:24.468+00');
INSERT INTO public.run_event VALUES ('01a20520-c27e-7b42-aedb-894319961dd7', 2, '{"seq": 2, "kind": "statistics", "time": "2026-11-22T21:19:26.303Z", "runId": "01a20520-c27e-7b42-aedb-894319961dd7", "parties": [{"rows": 29, "partyId": "1001", "validationRows": 7}, {"rows": 80, "partyId": "1002", "validationRows": 20}]}', '2026-11-22 21:19:26.303+00');
INSERT INTO public.run_event VALUES ('01a20520-c27e-7b42-aedb-894319961dd7', 3, '{"seq": 3, "kind": "round", "time": "2026-11-22T21:19:28.770Z", "round": 1, "runId": "01a20520-c27e-7b42-aedb-894319961dd7", "rounds": 4, "bytesUp": 3672, "metrics": {"f1": 0.4375, "loss": 0.6931471805599453, "recall": 0.5, "accuracy": 0.7777777777777778, "precision": 0.3888888888888889}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.6931471805599453, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.02}, {"rows": 80, "metrics": {"f1": 0.4117647058823529, "loss": 0.6931471805599453, "recall": 0.5, "accuracy": 0.7, "precision": 0.35}, "partyId": "1002", "seconds": 0.123}], "bytesDown": 3576}', '2026-11-22 21:19:28.77+00');
INSERT INTO public.run_event VALUES ('01a20520-c27e-7b42-aedb-894319961dd7', 4, '{"seq": 4, "kind": "round", "time": "2026-11-22T21:19:30.418Z", "round": 2, "runId": "01a20520-c27e-7b42-aedb-894319961dd7", "rounds": 4, "bytesUp": 4760, "metrics": {"f1": 0.8928571428571428, "loss": 0.24185706992224992, "recall": 0.8928571428571428, "accuracy": 0.9259259259259259, "precision": 0.8928571428571428}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.18096981818518482, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.062}, {"rows": 80, "metrics": {"f1": 0.8809523809523809, "loss": 0.2631676080302227, "recall": 0.8809523809523809, "accuracy": 0.9, "precision": 0.8809523809523809}, "partyId": "1002", "seconds": 0.091}], "bytesDown": 7150}', '2026-11-22 21:19:30.418+00');
INSERT INTO public.run_event VALUES ('01a20520-c27e-7b42-aedb-894319961dd7', 5, '{"seq": 5, "kind": "round", "time": "2026-11-22T21:19:32.648Z", "round": 3, "runId": "01a20520-c27e-7b42-aedb-894319961dd7", "rounds": 4, "bytesUp": 5848, "metrics": {"f1": 0.8772727272727273, "loss": 0.17569533710762905, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.11983860011954985, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.109}, {"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.19524519505345678, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "seconds": 0.08}], "bytesDown": 10724}', '2026-11-22 21:19:32.648+00');
INSERT INTO public.run_event VALUES ('01a20520-c27e-7b42-aedb-894319961dd7', 6, '{"seq": 6, "kind": "round", "time": "2026-11-22T21:19:35.742Z", "round": 4, "runId": "01a20520-c27e-7b42-aedb-894319961dd7", "rounds": 4, "bytesUp": 6936, "metrics": {"f1": 0.8772727272727273, "loss": 0.15250999740838903, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.08931361932559663, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.111}, {"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.17462872973736637, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "seconds": 0.099}], "bytesDown": 14298}', '2026-11-22 21:19:35.742+00');
INSERT INTO public.run_event VALUES ('01a20520-c27e-7b42-aedb-894319961dd7', 7, '{"seq": 7, "kind": "finished", "time": "2026-11-22T21:19:37.967Z", "runId": "01a20520-c27e-7b42-aedb-894319961dd7", "metrics": {"f1": 0.8772727272727273, "loss": 0.1401937422356101, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.07137544900058625, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "aloneMetrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}}, {"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.16428014486786843, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "aloneMetrics": {"f1": 0.8666666666666667, "loss": 0.17446045440353752, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}}]}', '2026-11-22 21:19:37.967+00');
INSERT INTO public.run_event VALUES ('01a20521-11ec-7384-b2a7-d12fc1f6a431', 1, '{"seq": 1, "kind": "started", "time": "2026-11-22T21:19:45.453Z", "runId": "01a20521-11ec-7384-b2a7-d12fc1f6a431", "rounds": 4, "parties": ["1001", "1002"]}', '2026-11-22 21:19:45.453+00');
INSERT INTO public.run_event VALUES ('01a20521-11ec-7384-b2a7-d12fc1f6a431', 2, '{"seq": 2, "kind": "statistics", "time": "2026-11-22T21:19:47.850Z", "runId": "01a20521-11ec-7384-b2a7-d12fc1f6a431", "parties": [{"rows": 29, "partyId": "1001", "validationRows": 7}, {"rows": 80, "partyId": "1002", "validationRows": 20}]}', '2026-11-22 21:19:47.85+00');
INSERT INTO public.run_event VALUES ('01a20521-11ec-7384-b2a7-d12fc1f6a431', 3, '{"seq": 3, "kind": "round", "time": "2026-11-22T21:19:49.789Z", "round": 1, "runId": "01a20521-11ec-7384-b2a7-d12fc1f6a431", "rounds": 4, "bytesUp": 11960, "metrics": {"f1": 0.425531914893617, "loss": 0.562726117658419, "recall": 0.47619047619047616, "accuracy": 0.7407407407407407, "precision": 0.38461538461538464}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.3864958102673633, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.028}, {"rows": 80, "metrics": {"f1": 0.3939393939393939, "loss": 0.6244067252452885, "recall": 0.4642857142857143, "accuracy": 0.65, "precision": 0.34210526315789475}, "partyId": "1002", "seconds": 0.028}], "bytesDown": 11864}', '2026-11-22 21:19:49.789+00');
INSERT INTO public.run_event VALUES ('01a20521-11ec-7384-b2a7-d12fc1f6a431', 4, '{"seq": 4, "kind": "round", "time": "2026-11-22T21:19:51.281Z", "round": 2, "runId": "01a20521-11ec-7384-b2a7-d12fc1f6a431", "rounds": 4, "bytesUp": 21336, "metrics": {"f1": 0.8772727272727273, "loss": 0.2027074547073748, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.24051390443790965, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "seconds": 0.063}, {"rows": 29, "metrics": {"f1": 1, "loss": 0.09468902690584667, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.108}], "bytesDown": 23726}', '2026-11-22 21:19:51.281+00');
INSERT INTO public.run_event VALUES ('01a20521-11ec-7384-b2a7-d12fc1f6a431', 5, '{"seq": 5, "kind": "round", "time": "2026-11-22T21:19:53.863Z", "round": 3, "runId": "01a20521-11ec-7384-b2a7-d12fc1f6a431", "rounds": 4, "bytesUp": 30712, "metrics": {"f1": 0.8772727272727273, "loss": 0.17313667297064742, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.03943349021996347, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.029}, {"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.21993278693338678, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "seconds": 0.028}], "bytesDown": 35588}', '2026-11-22 21:19:53.863+00');
INSERT INTO public.run_event VALUES ('01a20521-11ec-7384-b2a7-d12fc1f6a431', 6, '{"seq": 6, "kind": "round", "time": "2026-11-22T21:19:55.074Z", "round": 4, "runId": "01a20521-11ec-7384-b2a7-d12fc1f6a431", "rounds": 4, "bytesUp": 40088, "metrics": {"f1": 0.8772727272727273, "loss": 0.17554194155024827, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.23015895306582448, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "seconds": 0.008}, {"rows": 29, "metrics": {"f1": 1, "loss": 0.019493337220030597, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.042}], "bytesDown": 47450}', '2026-11-22 21:19:55.074+00');
INSERT INTO public.run_event VALUES ('01a20521-11ec-7384-b2a7-d12fc1f6a431', 7, '{"seq": 7, "kind": "finished", "time": "2026-11-22T21:19:56.648Z", "runId": "01a20521-11ec-7384-b2a7-d12fc1f6a431", "metrics": {"f1": 0.8772727272727273, "loss": 0.17313667297064742, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.03943349021996347, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "aloneMetrics": {"f1": 1, "loss": 0.01467292058378601, "recall": 1, "accuracy": 1, "precision": 1}}, {"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.21993278693338678, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "aloneMetrics": {"f1": 0.8666666666666667, "loss": 0.1864482572758917, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}}]}', '2026-11-22 21:19:56.648+00');
INSERT INTO public.run_event VALUES ('01a20521-53b4-7881-a89c-13cb18922f45', 1, '{"seq": 1, "kind": "started", "time": "2026-11-22T21:20:00.812Z", "runId": "01a20521-53b4-7881-a89c-13cb18922f45", "rounds": 4, "parties": ["1001", "1002"]}', '2026-11-22 21:20:00.812+00');
INSERT INTO public.run_event VALUES ('01a20521-53b4-7881-a89c-13cb18922f45', 2, '{"seq": 2, "kind": "statistics", "time": "2026-11-22T21:20:02.634Z", "runId": "01a20521-53b4-7881-a89c-13cb18922f45", "parties": [{"rows": 29, "partyId": "1001", "validationRows": 7}, {"rows": 80, "partyId": "1002", "validationRows": 20}]}', '2026-11-22 21:20:02.634+00');
INSERT INTO public.run_event VALUES ('01a20521-53b4-7881-a89c-13cb18922f45', 3, '{"seq": 3, "kind": "round", "time": "2026-11-22T21:20:03.377Z", "round": 1, "runId": "01a20521-53b4-7881-a89c-13cb18922f45", "rounds": 4, "bytesUp": 3638, "metrics": {"r2": -0.006985166267606813, "mae": 160.92001359157325, "loss": 1.5120160639755893, "rmse": 194.29535479511972}, "parties": [{"rows": 80, "metrics": {"r2": -0.0007366623501063874, "mae": 189.4346788990826, "loss": 1.9104999549033668, "rmse": 218.40256315315847}, "partyId": "1002", "seconds": 0.072}, {"rows": 29, "metrics": {"r2": -0.2851561872127517, "mae": 79.44954128440368, "loss": 0.3734906613247963, "rmse": 96.56596585204765}, "partyId": "1001", "seconds": 0.039}], "bytesDown": 3148}', '2026-11-22 21:20:03.377+00');
INSERT INTO public.run_event VALUES ('01a20521-53b4-7881-a89c-13cb18922f45', 4, '{"seq": 4, "kind": "round", "time": "2026-11-22T21:20:04.314Z", "round": 2, "runId": "01a20521-53b4-7881-a89c-13cb18922f45", "rounds": 4, "bytesUp": 4838, "metrics": {"r2": 0.9408790875648012, "mae": 28.922410320765366, "loss": 0.08877168434391693, "rmse": 47.07837296175028}, "parties": [{"rows": 80, "metrics": {"r2": 0.939363887087714, "mae": 33.84871962342097, "loss": 0.11576001493978391, "rmse": 53.760525113354404}, "partyId": "1002", "seconds": 0.025}, {"rows": 29, "metrics": {"r2": 0.9598712648784442, "mae": 14.847240884606508, "loss": 0.011662168355725543, "rmse": 17.063725980322086}, "partyId": "1001", "seconds": 0.01}], "bytesDown": 6294}', '2026-11-22 21:20:04.314+00');
INSERT INTO public.run_event VALUES ('01a20521-53b4-7881-a89c-13cb18922f45', 5, '{"seq": 5, "kind": "round", "time": "2026-11-22T21:20:06.382Z", "round": 3, "runId": "01a20521-53b4-7881-a89c-13cb18922f45", "rounds": 4, "bytesUp": 6038, "metrics": {"r2": 0.981182276067754, "mae": 19.470619106087412, "loss": 0.028255332676323217, "rmse": 26.560388765351473}, "parties": [{"rows": 29, "metrics": {"r2": 0.9650377486851124, "mae": 12.40114438622466, "loss": 0.010160690579813088, "rmse": 15.927434511808846}, "partyId": "1001", "seconds": 0.041}, {"rows": 80, "metrics": {"r2": 0.9818822621086244, "mae": 21.944935258039376, "loss": 0.03458845741010176, "rmse": 29.386631821291395}, "partyId": "1002", "seconds": 0.108}], "bytesDown": 9440}', '2026-11-22 21:20:06.382+00');
INSERT INTO public.run_event VALUES ('01a20521-53b4-7881-a89c-13cb18922f45', 6, '{"seq": 6, "kind": "round", "time": "2026-11-22T21:20:07.196Z", "round": 4, "runId": "01a20521-53b4-7881-a89c-13cb18922f45", "rounds": 4, "bytesUp": 7238, "metrics": {"r2": 0.9812216065232525, "mae": 18.500838667110244, "loss": 0.028196276910151655, "rmse": 26.532617643742544}, "parties": [{"rows": 29, "metrics": {"r2": 0.9715871938922102, "mae": 11.067226987160812, "loss": 0.008257298100324129, "rmse": 14.358305739886625}, "partyId": "1001", "seconds": 0.028}, {"rows": 80, "metrics": {"r2": 0.9815750681165388, "mae": 21.102602755092544, "loss": 0.03517491949359129, "rmse": 29.634716101005253}, "partyId": "1002", "seconds": 0.008}], "bytesDown": 12586}', '2026-11-22 21:20:07.196+00');
INSERT INTO public.run_event VALUES ('01a20521-53b4-7881-a89c-13cb18922f45', 7, '{"seq": 7, "kind": "finished", "time": "2026-11-22T21:20:08.678Z", "runId": "01a20521-53b4-7881-a89c-13cb18922f45", "metrics": {"r2": 0.9820092132492452, "mae": 18.317323067289724, "loss": 0.027013663638687128, "rmse": 25.970239753050524}, "parties": [{"rows": 29, "metrics": {"r2": 0.9727686320123757, "mae": 11.2291501320247, "loss": 0.00791394986825283, "rmse": 14.056618639458275}, "partyId": "1001", "aloneMetrics": {"r2": 0.9872171448762096, "mae": 8.959051350467364, "loss": 0.003714939134486049, "rmse": 9.63074904627808}}, {"rows": 80, "metrics": {"r2": 0.9823483963793146, "mae": 20.798183594632484, "loss": 0.03369856345833913, "rmse": 29.006137999920664}, "partyId": "1002", "aloneMetrics": {"r2": 0.9831884365878307, "mae": 22.257642348744135, "loss": 0.0320948480745955, "rmse": 28.307523539739986}}]}', '2026-11-22 21:20:08.678+00');
INSERT INTO public.run_event VALUES ('01a20521-7f3d-73a2-89a3-97d21c95e977', 1, '{"seq": 1, "kind": "started", "time": "2026-11-22T21:20:12.424Z", "runId": "01a20521-7f3d-73a2-89a3-97d21c95e977", "rounds": 4, "parties": ["1001"]}', '2026-11-22 21:20:12.424+00');
INSERT INTO public.run_event VALUES ('01a20521-7f3d-73a2-89a3-97d21c95e977', 3, '{"seq": 3, "kind": "round", "time": "2026-11-22T21:20:14.698Z", "round": 1, "runId": "01a20521-7f3d-73a2-89a3-97d21c95e977", "rounds": 4, "bytesUp": 1836, "metrics": {"f1": 1, "loss": 0.6931471805599453, "recall": 1, "accuracy": 1, "precision": 1}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.6931471805599453, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.024}], "bytesDown": 1778}', '2026-11-22 21:20:14.698+00');
INSERT INTO public.run_event VALUES ('01a20521-7f3d-73a2-89a3-97d21c95e977', 4, '{"seq": 4, "kind": "round", "time": "2026-11-22T21:20:15.690Z", "round": 2, "runId": "01a20521-7f3d-73a2-89a3-97d21c95e977", "rounds": 4, "bytesUp": 2380, "metrics": {"f1": 1, "loss": 0.19094123223300707, "recall": 1, "accuracy": 1, "precision": 1}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.19094123223300707, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.017}], "bytesDown": 3555}', '2026-11-22 21:20:15.69+00');
INSERT INTO public.run_event VALUES ('01a20521-7f3d-73a2-89a3-97d21c95e977', 7, '{"seq": 7, "kind": "finished", "time": "2026-11-22T21:20:18.540Z", "runId": "01a20521-7f3d-73a2-89a3-97d21c95e977", "metrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "aloneMetrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}}]}', '2026-11-22 21:20:18.54+00');
INSERT INTO public.run_event VALUES ('01a20521-bb54-7dc2-ae9a-e19c191c29fa', 2, '{"seq": 2, "kind": "statistics", "time": "2026-11-22T21:20:28.027Z", "runId": "01a20521-bb54-7dc2-ae9a-e19c191c29fa", "parties": [{"rows": 29, "partyId": "1001", "validationRows": 7}, {"rows": 80, "partyId": "1002", "validationRows": 20}]}', '2026-11-22 21:20:28.027+00');
INSERT INTO public.run_event VALUES ('01a20521-bb54-7dc2-ae9a-e19c191c29fa', 3, '{"seq": 3, "kind": "round", "time": "2026-11-22T21:20:28.853Z", "round": 1, "runId": "01a20521-bb54-7dc2-ae9a-e19c191c29fa", "rounds": 100, "bytesUp": 11960, "metrics": {"f1": 0.39999999999999997, "loss": 0.6388295584178267, "recall": 0.39285714285714285, "accuracy": 0.5185185185185185, "precision": 0.41666666666666663}, "parties": [{"rows": 29, "metrics": {"f1": 0.4166666666666667, "loss": 0.6154774834245664, "recall": 0.35714285714285715, "accuracy": 0.7142857142857143, "precision": 0.5}, "partyId": "1001", "seconds": 0.042}, {"rows": 80, "metrics": {"f1": 0.3732193732193732, "loss": 0.647002784665468, "recall": 0.369047619047619, "accuracy": 0.45, "precision": 0.3791208791208791}, "partyId": "1002", "seconds": 0.046}], "bytesDown": 11864}', '2026-11-22 21:20:28.853+00');
INSERT INTO public.run_event VALUES ('01a20521-bb54-7dc2-ae9a-e19c191c29fa', 4, '{"seq": 4, "kind": "round", "time": "2026-11-22T21:20:29.585Z", "round": 2, "runId": "01a20521-bb54-7dc2-ae9a-e19c191c29fa", "rounds": 100, "bytesUp": 21336, "metrics": {"f1": 0.8, "loss": 0.24831962405242378, "recall": 0.75, "accuracy": 0.8888888888888888, "precision": 0.9375}, "parties": [{"rows": 80, "metrics": {"f1": 0.7849462365591398, "loss": 0.3049213931023619, "recall": 0.75, "accuracy": 0.85, "precision": 0.9117647058823529}, "partyId": "1002", "seconds": 0.03}, {"rows": 29, "metrics": {"f1": 1, "loss": 0.08660028390974346, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.073}], "bytesDown": 23726}', '2026-11-22 21:20:29.585+00');
INSERT INTO public.run_event VALUES ('01a20521-bb54-7dc2-ae9a-e19c191c29fa', 5, '{"seq": 5, "kind": "round", "time": "2026-11-22T21:20:30.417Z", "round": 3, "runId": "01a20521-bb54-7dc2-ae9a-e19c191c29fa", "rounds": 100, "bytesUp": 30712, "metrics": {"f1": 0.8, "loss": 0.21580919931623999, "recall": 0.75, "accuracy": 0.8888888888888888, "precision": 0.9375}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.025269728511439247, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.013}, {"rows": 80, "metrics": {"f1": 0.7849462365591398, "loss": 0.28249801409792025, "recall": 0.75, "accuracy": 0.85, "precision": 0.9117647058823529}, "partyId": "1002", "seconds": 0.024}], "bytesDown": 35588}', '2026-11-22 21:20:30.417+00');
INSERT INTO public.run_event VALUES ('01a20521-7f3d-73a2-89a3-97d21c95e977', 2, '{"seq": 2, "kind": "statistics", "time": "2026-11-22T21:20:13.926Z", "runId": "01a20521-7f3d-73a2-89a3-97d21c95e977", "parties": [{"rows": 29, "partyId": "1001", "validationRows": 7}]}', '2026-11-22 21:20:13.926+00');
INSERT INTO public.run_event VALUES ('01a20521-bb54-7dc2-ae9a-e19c191c29fa', 1, '{"seq": 1, "kind": "started", "time": "2026-11-22T21:20:27.079Z", "runId": "01a20521-bb54-7dc2-ae9a-e19c191c29fa", "rounds": 100, "parties": ["1001", "1002"]}', '2026-11-22 21:20:27.079+00');
INSERT INTO public.run_event VALUES ('01a20521-7f3d-73a2-89a3-97d21c95e977', 5, '{"seq": 5, "kind": "round", "time": "2026-11-22T21:20:16.598Z", "round": 3, "runId": "01a20521-7f3d-73a2-89a3-97d21c95e977", "rounds": 4, "bytesUp": 2924, "metrics": {"f1": 1, "loss": 0.11745379979679893, "recall": 1, "accuracy": 1, "precision": 1}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.11745379979679893, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.057}], "bytesDown": 5332}', '2026-11-22 21:20:16.598+00');
INSERT INTO public.run_event VALUES ('01a20521-7f3d-73a2-89a3-97d21c95e977', 6, '{"seq": 6, "kind": "round", "time": "2026-11-22T21:20:17.215Z", "round": 4, "runId": "01a20521-7f3d-73a2-89a3-97d21c95e977", "rounds": 4, "bytesUp": 3468, "metrics": {"f1": 1, "loss": 0.08379157395264504, "recall": 1, "accuracy": 1, "precision": 1}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.08379157395264504, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.01}], "bytesDown": 7109}', '2026-11-22 21:20:17.215+00');









INSERT INTO public.task VALUES ('01a20521-4d45-73a3-81d1-9c46ec18c195', 'Finished linear', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'completed', 'federated', 'linear-regression', '{"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}', '{"label": "mean area", "columns": ["mean radius", "mean texture", "mean perimeter", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:19:58.277+00', NULL);
INSERT INTO public.task VALUES ('01a20520-b5ac-78cf-ad53-e63075c4d49d', 'Finished logistic', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'completed', 'federated', 'logistic-regression', '{"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}', '{"label": "diagnosis", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:19:19.468+00', NULL);
INSERT INTO public.task VALUES ('01a20521-b698-7903-aeb3-efaa4b561114', 'In flight', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'training', 'federated', 'mlp', '{"l2": 0.001, "max_iter": 100, "batch_size": 16, "hidden_units": 32, "local_epochs": 5, "learning_rate": 0.005}', '{"label": "diagnosis", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:20:25.24+00', NULL);
INSERT INTO public.task VALUES ('01a20521-0b3b-7680-93b9-dee8753c10d1', 'Finished network', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'completed', 'federated', 'mlp', '{"l2": 0.001, "max_iter": 4, "batch_size": 16, "hidden_units": 32, "local_epochs": 5, "learning_rate": 0.005}', '{"label": "diagnosis", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:19:41.371+00', NULL);
INSERT INTO public.task VALUES ('01a20521-7b72-73e0-9a23-a7373977387a', 'Finished alone', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'private', 'completed', 'independent', 'logistic-regression', '{"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}', '{"label": "diagnosis", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:20:10.098+00', NULL);
INSERT INTO public.task VALUES ('01a20521-af1c-705f-82d8-a93a39423082', 'One signed', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'recruiting', 'federated', 'linear-regression', '{"l2": 0.001, "max_iter": 9, "local_epochs": 3, "learning_rate": 0.05}', '{"label": "mean area", "columns": ["mean radius", "mean texture", "mean perimeter", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:20:23.324+00', NULL);
INSERT INTO public.task VALUES ('01a20521-ad68-7be8-894d-56b80dc84190', 'Nobody signed', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'recruiting', 'federated', 'logistic-regression', '{"l2": 0.001, "max_iter": 9, "local_epochs": 3, "learning_rate": 0.05}', '{"label": "diagnosis", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:20:22.888+00', NULL);
INSERT INTO public.task VALUES ('01a20521-b15b-7b36-8c29-2b9e9f1766f9', 'All signed', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'recruiting', 'federated', 'logistic-regression', '{"l2": 0.001, "max_iter": 9, "local_epochs": 3, "learning_rate": 0.05}', '{"label": "diagnosis", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:20:23.899+00', NULL);
INSERT INTO public.task VALUES ('01a20521-b692-7697-a64c-541bd0f910ec', 'Nothing chosen', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'recruiting', 'federated', NULL, NULL, NULL, NULL, '01a20520-3121-7363-a469-44aeb145cb93', 'alice', '2026-11-22 21:20:25.234+00', NULL);






INSERT INTO public.task_view VALUES ('01a20520-b5ac-78cf-ad53-e63075c4d49d', '01a20520-3121-7363-a469-44aeb145cb93', '2026-11-22');
INSERT INTO public.task_view VALUES ('01a20521-0b3b-7680-93b9-dee8753c10d1', '01a20520-3121-7363-a469-44aeb145cb93', '2026-11-22');
INSERT INTO public.task_view VALUES ('01a20521-4d45-73a3-81d1-9c46ec18c195', '01a20520-3121-7363-a469-44aeb145cb93', '2026-11-22');
INSERT INTO public.task_view VALUES ('01a20521-7b72-73e0-9a23-a7373977387a', '01a20520-3121-7363-a469-44aeb145cb93', '2026-11-22');



INSERT INTO public.training_run VALUES ('01a20520-c27e-7b42-aedb-894319961dd7', '01a20520-b5ac-78cf-ad53-e63075c4d49d', 'logistic-regression', '1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d', '{"label": "diagnosis", "taskId": "01a20520-b5ac-78cf-ad53-e63075c4d49d", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "algorithm": "logistic-regression", "maxRounds": 4, "parameters": {"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}}', '01a20520-3121-7363-a469-44aeb145cb93', 'completed', 'export', 4, 4, '{"f1": 0.8772727272727273, "loss": 0.1401937422356101, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}', '[{"name": "滨江门诊部", "metrics": {"f1": 1, "loss": 0.07137544900058625, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "rowsUsed": 29, "rowsOffered": 36, "aloneMetrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "validationRows": 7}, {"name": "湖滨县医院", "metrics": {"f1": 0.8666666666666667, "loss": 0.16428014486786843, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "rowsUsed": 80, "rowsOffered": 100, "aloneMetrics": {"f1": 0.8666666666666667, "loss": 0.17446045440353752, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "validationRows": 20}]', '[]', NULL, 7, '2026-11-22 21:19:22.75+00', '2026-11-22 21:19:24.468+00', '2026-11-22 21:19:40.872+00', true, '5662329896179022679', 'd45e7b8a17b594e6dcd0a7cf214f9b383845015a9adbe7a6d5879f2c9cf6a3bd', NULL, true, NULL, NULL, NULL);
INSERT INTO public.training_run VALUES ('01a20521-11ec-7384-b2a7-d12fc1f6a431', '01a20521-0b3b-7680-93b9-dee8753c10d1', 'mlp', 'a7126d8e6735210362fc23381b38050703a78e038c74e9932b361ca87901b23b', '{"label": "diagnosis", "taskId": "01a20521-0b3b-7680-93b9-dee8753c10d1", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "algorithm": "mlp", "maxRounds": 4, "parameters": {"l2": 0.001, "max_iter": 4, "batch_size": 16, "hidden_units": 32, "local_epochs": 5, "learning_rate": 0.005}}', '01a20520-3121-7363-a469-44aeb145cb93', 'completed', 'export', 4, 4, '{"f1": 0.8772727272727273, "loss": 0.17313667297064742, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}', '[{"name": "滨江门诊部", "metrics": {"f1": 1, "loss": 0.03943349021996347, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "rowsUsed": 29, "rowsOffered": 36, "aloneMetrics": {"f1": 1, "loss": 0.01467292058378601, "recall": 1, "accuracy": 1, "precision": 1}, "validationRows": 7}, {"name": "湖滨县医院", "metrics": {"f1": 0.8666666666666667, "loss": 0.21993278693338678, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "rowsUsed": 80, "rowsOffered": 100, "aloneMetrics": {"f1": 0.8666666666666667, "loss": 0.1864482572758917, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "validationRows": 20}]', '[]', NULL, 7, '2026-11-22 21:19:43.084+00', '2026-11-22 21:19:45.453+00', '2026-11-22 21:19:58.016+00', true, '6372829360645607610', '249a5dde2dd7e0eef537dd2a9b1d0262ca583650bd550e79ecaf078690191d63', NULL, true, NULL, NULL, NULL);
INSERT INTO public.training_run VALUES ('01a20521-53b4-7881-a89c-13cb18922f45', '01a20521-4d45-73a3-81d1-9c46ec18c195', 'linear-regression', '7134033887fb6267f3cf9babfe0a38c5335b4d8da7f8d0a501de2f108ff897db', '{"label": "mean area", "taskId": "01a20521-4d45-73a3-81d1-9c46ec18c195", "columns": ["mean radius", "mean texture", "mean perimeter", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "algorithm": "linear-regression", "maxRounds": 4, "parameters": {"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}}', '01a20520-3121-7363-a469-44aeb145cb93', 'completed', 'export', 4, 4, '{"r2": 0.9820092132492452, "mae": 18.317323067289724, "loss": 0.027013663638687128, "rmse": 25.970239753050524}', '[{"name": "滨江门诊部", "metrics": {"r2": 0.9727686320123757, "mae": 11.2291501320247, "loss": 0.00791394986825283, "rmse": 14.056618639458275}, "partyId": "1001", "rowsUsed": 29, "rowsOffered": 36, "aloneMetrics": {"r2": 0.9872171448762096, "mae": 8.959051350467364, "loss": 0.003714939134486049, "rmse": 9.63074904627808}, "validationRows": 7}, {"name": "湖滨县医院", "metrics": {"r2": 0.9823483963793146, "mae": 20.798183594632484, "loss": 0.03369856345833913, "rmse": 29.006137999920664}, "partyId": "1002", "rowsUsed": 80, "rowsOffered": 100, "aloneMetrics": {"r2": 0.9831884365878307, "mae": 22.257642348744135, "loss": 0.0320948480745955, "rmse": 28.307523539739986}, "validationRows": 20}]', '[]', NULL, 7, '2026-11-22 21:19:59.924+00', '2026-11-22 21:20:00.812+00', '2026-11-22 21:20:09.999+00', true, '1224309319479646675', 'ba80d8f91dee1dde9df93f587a5f6958cdd39cb4b1bcd1b4b372343e2bc0864d', NULL, true, NULL, NULL, NULL);
INSERT INTO public.training_run VALUES ('01a20521-7f3d-73a2-89a3-97d21c95e977', '01a20521-7b72-73e0-9a23-a7373977387a', 'logistic-regression', '1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d', '{"label": "diagnosis", "taskId": "01a20521-7b72-73e0-9a23-a7373977387a", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "algorithm": "logistic-regression", "maxRounds": 4, "parameters": {"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}}', '01a20520-3121-7363-a469-44aeb145cb93', 'completed', 'export', 4, 4, '{"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}', '[{"name": "滨江门诊部", "metrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "rowsUsed": 29, "rowsOffered": 36, "aloneMetrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "validationRows": 7}]', '[]', NULL, 7, '2026-11-22 21:20:11.069+00', '2026-11-22 21:20:12.424+00', '2026-11-22 21:20:19.979+00', true, '10721793007484044418', 'ea777a8cac3cfd75b77b3e36e56c3ae64cddb5b31557f6d7f71ee062d5167bfb', NULL, true, NULL, NULL, NULL);
INSERT INTO public.training_run VALUES ('01a20521-bb54-7dc2-ae9a-e19c191c29fa', '01a20521-b698-7903-aeb3-efaa4b561114', 'mlp', 'a7126d8e6735210362fc23381b38050703a78e038c74e9932b361ca87901b23b', '{"label": "diagnosis", "taskId": "01a20521-b698-7903-aeb3-efaa4b561114", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "algorithm": "mlp", "maxRounds": 100, "parameters": {"l2": 0.001, "max_iter": 100, "batch_size": 16, "hidden_units": 32, "local_epochs": 5, "learning_rate": 0.005}}', '01a20520-3121-7363-a469-44aeb145cb93', 'running', 'train', 3, 100, '{"f1": 0.8, "loss": 0.21580919931623999, "recall": 0.75, "accuracy": 0.8888888888888888, "precision": 0.9375}', '[{"name": "滨江门诊部", "metrics": {"f1": 1, "loss": 0.025269728511439247, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "rowsUsed": 29, "rowsOffered": 36, "aloneMetrics": null, "validationRows": 7}, {"name": "湖滨县医院", "metrics": {"f1": 0.7849462365591398, "loss": 0.28249801409792025, "recall": 0.75, "accuracy": 0.85, "precision": 0.9117647058823529}, "partyId": "1002", "rowsUsed": 80, "rowsOffered": 100, "aloneMetrics": null, "validationRows": 20}]', '[]', NULL, 5, '2026-11-22 21:20:26.452+00', '2026-11-22 21:20:27.079+00', NULL, true, '3634874955246759228', '067b5786a08107a3aa98ab840e56d2507de3c62b7863b277bfc2765157be783c', NULL, false, '01a20520-2f10-7744-89b9-b4f8347569a8', '2026-11-22 21:20:44.992+00', NULL);



ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_email_unique UNIQUE (email);



ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_phone_unique UNIQUE (phone);



ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_username_key_unique UNIQUE (username_key);



ALTER TABLE ONLY public.activity
    ADD CONSTRAINT activity_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.captcha
    ADD CONSTRAINT captcha_address_key_pk PRIMARY KEY (address, key);



ALTER TABLE ONLY public.dataset
    ADD CONSTRAINT dataset_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.department
    ADD CONSTRAINT department_party_id_org_code_pk PRIMARY KEY (party_id, org_code);



ALTER TABLE ONLY public.edge_enrolment
    ADD CONSTRAINT edge_enrolment_pkey PRIMARY KEY (code_hash);



ALTER TABLE ONLY public.edge
    ADD CONSTRAINT edge_pkey PRIMARY KEY (party_id);



ALTER TABLE ONLY public.edge_report
    ADD CONSTRAINT edge_report_party_id_report_id_pk PRIMARY KEY (party_id, report_id);



ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.grant_notice
    ADD CONSTRAINT grant_notice_party_id_id_pk PRIMARY KEY (party_id, id);



ALTER TABLE ONLY public.inference
    ADD CONSTRAINT inference_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.login_failure
    ADD CONSTRAINT login_failure_pkey PRIMARY KEY (key);



ALTER TABLE ONLY public.market_ticket
    ADD CONSTRAINT market_ticket_pkey PRIMARY KEY (ticket_hash);



ALTER TABLE ONLY public.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (hash);



ALTER TABLE ONLY public.model_artifact
    ADD CONSTRAINT model_artifact_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.model
    ADD CONSTRAINT model_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.model_use
    ADD CONSTRAINT model_use_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.party_invite
    ADD CONSTRAINT party_invite_pkey PRIMARY KEY (code_hash);



ALTER TABLE ONLY public.party_join_request
    ADD CONSTRAINT party_join_request_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.party_member
    ADD CONSTRAINT party_member_party_id_user_id_pk PRIMARY KEY (party_id, user_id);



ALTER TABLE ONLY public.party
    ADD CONSTRAINT party_name_en_unique UNIQUE (name_en);



ALTER TABLE ONLY public.party
    ADD CONSTRAINT party_name_unique UNIQUE (name);



ALTER TABLE ONLY public.party
    ADD CONSTRAINT party_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.platform_log
    ADD CONSTRAINT platform_log_pkey PRIMARY KEY (seq);



ALTER TABLE ONLY public.rate_limit
    ADD CONSTRAINT rate_limit_pkey PRIMARY KEY (key);



ALTER TABLE ONLY public.registration
    ADD CONSTRAINT registration_of_party UNIQUE (task_id, party_id);



ALTER TABLE ONLY public.registration
    ADD CONSTRAINT registration_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.run_event
    ADD CONSTRAINT run_event_run_id_seq_pk PRIMARY KEY (run_id, seq);



ALTER TABLE ONLY public.selected_feature
    ADD CONSTRAINT selected_feature_of_party UNIQUE (task_id, party_id, feature);



ALTER TABLE ONLY public.selected_feature
    ADD CONSTRAINT selected_feature_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_hash_unique UNIQUE (token_hash);



ALTER TABLE ONLY public.socket_ticket
    ADD CONSTRAINT socket_ticket_pkey PRIMARY KEY (ticket_hash);



ALTER TABLE ONLY public.task_invite
    ADD CONSTRAINT task_invite_pkey PRIMARY KEY (code);



ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.task_view
    ADD CONSTRAINT task_view_task_id_user_id_day_pk PRIMARY KEY (task_id, user_id, day);



ALTER TABLE ONLY public.training_run
    ADD CONSTRAINT training_run_pkey PRIMARY KEY (id);



ALTER TABLE ONLY public.verification_code
    ADD CONSTRAINT verification_code_receiver_purpose_pk PRIMARY KEY (receiver, purpose);



CREATE INDEX activity_subject ON public.activity USING btree (subject, subject_id, create_time);



CREATE INDEX activity_task ON public.activity USING btree (task_id, create_time);



CREATE INDEX dataset_listed ON public.dataset USING btree (create_time, id, sharing, party_id, org_code, created_by_user_id, content_type, search_name) WHERE ((NOT deleted) AND (task_id IS NULL));



CREATE INDEX dataset_parent ON public.dataset USING btree (parent_id);



CREATE INDEX dataset_party ON public.dataset USING btree (party_id, create_time);



CREATE INDEX grant_notice_task ON public.grant_notice USING btree (task_id);



CREATE INDEX inference_party ON public.inference USING btree (party_id);



CREATE INDEX inference_result ON public.inference USING btree (result_time);



CREATE INDEX model_artifact_of ON public.model USING btree (artifact_id);



CREATE INDEX model_party ON public.model USING btree (party_id);



CREATE INDEX model_use_artifact ON public.model_use USING btree (artifact_id);



CREATE INDEX notification_reader ON public.notification USING btree (user_id, party_id, send_time);



CREATE INDEX party_join_request_party ON public.party_join_request USING btree (party_id, create_time);



CREATE UNIQUE INDEX party_join_request_waiting ON public.party_join_request USING btree (party_id, user_id) WHERE (status = 'waiting'::text);



CREATE INDEX party_member_user ON public.party_member USING btree (user_id);



CREATE INDEX task_party ON public.task USING btree (party_id);



CREATE INDEX task_status ON public.task USING btree (status);



CREATE INDEX training_run_open ON public.training_run USING btree (is_released);



CREATE INDEX training_run_task ON public.training_run USING btree (task_id);



ALTER TABLE ONLY public.department
    ADD CONSTRAINT department_party_id_party_id_fk FOREIGN KEY (party_id) REFERENCES public.party(id);



ALTER TABLE ONLY public.edge
    ADD CONSTRAINT edge_enrolled_by_account_id_fk FOREIGN KEY (enrolled_by) REFERENCES public.account(id);



ALTER TABLE ONLY public.edge_enrolment
    ADD CONSTRAINT edge_enrolment_created_by_account_id_fk FOREIGN KEY (created_by) REFERENCES public.account(id);



ALTER TABLE ONLY public.edge_enrolment
    ADD CONSTRAINT edge_enrolment_party_id_party_id_fk FOREIGN KEY (party_id) REFERENCES public.party(id);



ALTER TABLE ONLY public.edge
    ADD CONSTRAINT edge_party_id_party_id_fk FOREIGN KEY (party_id) REFERENCES public.party(id);



ALTER TABLE ONLY public.edge_report
    ADD CONSTRAINT edge_report_party_id_party_id_fk FOREIGN KEY (party_id) REFERENCES public.party(id);



ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_user_id_account_id_fk FOREIGN KEY (user_id) REFERENCES public.account(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.inference
    ADD CONSTRAINT inference_model_id_model_id_fk FOREIGN KEY (model_id) REFERENCES public.model(id);



ALTER TABLE ONLY public.market_ticket
    ADD CONSTRAINT market_ticket_user_id_account_id_fk FOREIGN KEY (user_id) REFERENCES public.account(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.model
    ADD CONSTRAINT model_artifact_id_model_artifact_id_fk FOREIGN KEY (artifact_id) REFERENCES public.model_artifact(id);



ALTER TABLE ONLY public.model
    ADD CONSTRAINT model_source_model_id_model_id_fk FOREIGN KEY (source_model_id) REFERENCES public.model(id) ON DELETE SET NULL;



ALTER TABLE ONLY public.model_use
    ADD CONSTRAINT model_use_artifact_id_model_artifact_id_fk FOREIGN KEY (artifact_id) REFERENCES public.model_artifact(id);



ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_party_id_party_id_fk FOREIGN KEY (party_id) REFERENCES public.party(id);



ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_user_id_account_id_fk FOREIGN KEY (user_id) REFERENCES public.account(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.party
    ADD CONSTRAINT party_created_by_account_id_fk FOREIGN KEY (created_by) REFERENCES public.account(id);



ALTER TABLE ONLY public.party_invite
    ADD CONSTRAINT party_invite_created_by_account_id_fk FOREIGN KEY (created_by) REFERENCES public.account(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.party_invite
    ADD CONSTRAINT party_invite_party_id_party_id_fk FOREIGN KEY (party_id) REFERENCES public.party(id);



ALTER TABLE ONLY public.party_join_request
    ADD CONSTRAINT party_join_request_party_id_party_id_fk FOREIGN KEY (party_id) REFERENCES public.party(id);



ALTER TABLE ONLY public.party_join_request
    ADD CONSTRAINT party_join_request_user_id_account_id_fk FOREIGN KEY (user_id) REFERENCES public.account(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.party_member
    ADD CONSTRAINT party_member_party_id_party_id_fk FOREIGN KEY (party_id) REFERENCES public.party(id);



ALTER TABLE ONLY public.party_member
    ADD CONSTRAINT party_member_user_id_account_id_fk FOREIGN KEY (user_id) REFERENCES public.account(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.registration
    ADD CONSTRAINT registration_task_id_task_id_fk FOREIGN KEY (task_id) REFERENCES public.task(id);



ALTER TABLE ONLY public.run_event
    ADD CONSTRAINT run_event_run_id_training_run_id_fk FOREIGN KEY (run_id) REFERENCES public.training_run(id);



ALTER TABLE ONLY public.selected_feature
    ADD CONSTRAINT selected_feature_task_id_task_id_fk FOREIGN KEY (task_id) REFERENCES public.task(id);



ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_user_id_account_id_fk FOREIGN KEY (user_id) REFERENCES public.account(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.socket_ticket
    ADD CONSTRAINT socket_ticket_user_id_account_id_fk FOREIGN KEY (user_id) REFERENCES public.account(id) ON DELETE CASCADE;



ALTER TABLE ONLY public.task_invite
    ADD CONSTRAINT task_invite_task_id_task_id_fk FOREIGN KEY (task_id) REFERENCES public.task(id);



ALTER TABLE ONLY public.task_view
    ADD CONSTRAINT task_view_task_id_task_id_fk FOREIGN KEY (task_id) REFERENCES public.task(id);



ALTER TABLE ONLY public.training_run
    ADD CONSTRAINT training_run_task_id_task_id_fk FOREIGN KEY (task_id) REFERENCES public.task(id);




