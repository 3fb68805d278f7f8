






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



INSERT INTO public.account VALUES ('01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'alice', 'alice', NULL, 'alice@clinic.example', '$argon2id$v=19$m=19456,t=2,p=1$zDikH/PMMW27LzHcrQdRbQ$5pQQ7kZ32yOXXo0RJ0jckyT4yiI+aDlHfEf+9nv/Wo4', NULL, '2026-11-22 21:34:51.022+00', NULL, NULL);
INSERT INTO public.account VALUES ('01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', 'bob', 'bob', NULL, 'bob@county.example', '$argon2id$v=19$m=19456,t=2,p=1$MngQh29jUYdJkE5gYXbDsQ$mLD0nCUIGCM3XMCBkpDCVYLKVVR2Cw9PcJjeX4hIBUw', NULL, '2026-11-22 21:34:51.096+00', NULL, NULL);
INSERT INTO public.account VALUES ('01a2052e-ed25-7ed4-bad9-cfdd2bc2ea85', 'carol', 'carol', 'carol', NULL, 'carol@university.example', '$argon2id$v=19$m=19456,t=2,p=1$Wy5WBcCuwqQGCdEfDooj8g$3n1dL1e/OxCtKpcnei/evoxshXATPJQs884dkVwKNac', NULL, '2026-11-22 21:34:51.173+00', NULL, NULL);



INSERT INTO public.activity VALUES ('01a2052f-01d3-7f8f-a98e-49d774134b3e', 'task', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', 'create', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"userName": "alice", "missionName": "Finished logistic"}', '2026-11-22 21:34:56.465+00');
INSERT INTO public.activity VALUES ('01a2052f-021a-751a-a0b7-06a01986613d', 'task', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', 'upload-data', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"dataId": "a120f56b-a322-42b8-adc3-a3bbe662ad6e", "dataName": "Biopsies", "userName": "alice", "missionName": "Finished logistic"}', '2026-11-22 21:34:56.538+00');
INSERT INTO public.activity VALUES ('01a2052f-0259-7922-a626-7a18aa5390b0', 'task', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', 'join', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"userName": "bob", "missionName": "Finished logistic"}', '2026-11-22 21:34:56.601+00');
INSERT INTO public.activity VALUES ('01a2052f-02d9-7496-a8b7-3868db77784b', 'task', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', 'upload-data', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"dataId": "e38574fd-4129-4072-ae85-4161e74323ee", "dataName": "Biopsies", "userName": "bob", "missionName": "Finished logistic"}', '2026-11-22 21:34:56.729+00');
INSERT INTO public.activity VALUES ('01a2052f-03a8-7030-8a52-e8f3830c38be', 'task', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', 'submit', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"algId": "logistic-regression", "algName": "逻辑回归", "userName": "alice", "missionName": "Finished logistic"}', '2026-11-22 21:34:56.935+00');
INSERT INTO public.activity VALUES ('01a2052f-03a8-73e6-a93c-e2abfbb40c11', 'algorithm', 'logistic-regression', 'use', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"algId": "logistic-regression", "algName": "逻辑回归", "userName": "alice", "missionName": "Finished logistic"}', '2026-11-22 21:34:56.935+00');
INSERT INTO public.activity VALUES ('01a2052f-1631-78c4-817b-31fc46c5b903', 'task', '01a2052f-162d-7120-8532-f3131b5c8dd0', 'create', '01a2052f-162d-7120-8532-f3131b5c8dd0', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"userName": "alice", "missionName": "Finished network"}', '2026-11-22 21:35:01.677+00');
INSERT INTO public.activity VALUES ('01a2052f-1670-7b27-9bed-770a93657fdc', 'task', '01a2052f-162d-7120-8532-f3131b5c8dd0', 'upload-data', '01a2052f-162d-7120-8532-f3131b5c8dd0', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"dataId": "7898bed1-fede-4723-baf4-ac60051af6d6", "dataName": "Biopsies", "userName": "alice", "missionName": "Finished network"}', '2026-11-22 21:35:01.744+00');
INSERT INTO public.activity VALUES ('01a2052f-16af-73b9-b871-463d6b808367', 'task', '01a2052f-162d-7120-8532-f3131b5c8dd0', 'join', '01a2052f-162d-7120-8532-f3131b5c8dd0', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"userName": "bob", "missionName": "Finished network"}', '2026-11-22 21:35:01.807+00');
INSERT INTO public.activity VALUES ('01a2052f-16e9-7179-a5be-1b4341b32311', 'task', '01a2052f-162d-7120-8532-f3131b5c8dd0', 'upload-data', '01a2052f-162d-7120-8532-f3131b5c8dd0', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"dataId": "2cade9c4-e43e-41f8-b1fa-691f2b8d1b84", "dataName": "Biopsies", "userName": "bob", "missionName": "Finished network"}', '2026-11-22 21:35:01.865+00');
INSERT INTO public.activity VALUES ('01a2052f-18d3-74a2-944b-19f11f7b9a97', 'task', '01a2052f-162d-7120-8532-f3131b5c8dd0', 'submit', '01a2052f-162d-7120-8532-f3131b5c8dd0', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"algId": "mlp", "algName": "多层感知机", "userName": "alice", "missionName": "Finished network"}', '2026-11-22 21:35:02.354+00');
INSERT INTO public.activity VALUES ('01a2052f-18d3-7aa4-a62c-788c32688afd', 'algorithm', 'mlp', 'use', '01a2052f-162d-7120-8532-f3131b5c8dd0', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"algId": "mlp", "algName": "多层感知机", "userName": "alice", "missionName": "Finished network"}', '2026-11-22 21:35:02.354+00');
INSERT INTO public.activity VALUES ('01a2052f-2cd6-7df9-8db8-41d29ce14671', 'task', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', 'create', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"userName": "alice", "missionName": "Finished linear"}', '2026-11-22 21:35:07.471+00');
INSERT INTO public.activity VALUES ('01a2052f-2d0e-716f-bcd3-f6b4404f4082', 'task', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', 'upload-data', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"dataId": "16d3119c-db14-440c-a4d3-8226e49a9b43", "dataName": "Biopsies", "userName": "alice", "missionName": "Finished linear"}', '2026-11-22 21:35:07.533+00');
INSERT INTO public.activity VALUES ('01a2052f-2d47-789f-ab56-4041bcbc098b', 'task', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', 'join', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"userName": "bob", "missionName": "Finished linear"}', '2026-11-22 21:35:07.591+00');
INSERT INTO public.activity VALUES ('01a2052f-2d84-75e6-8aef-b9dec5b3b7cc', 'task', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', 'upload-data', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"dataId": "07f72cb8-641c-4b82-a95b-477c6826a82b", "dataName": "Biopsies", "userName": "bob", "missionName": "Finished linear"}', '2026-11-22 21:35:07.652+00');
INSERT INTO public.activity VALUES ('01a2052f-2f6c-7321-b97e-abc9de2db573', 'task', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', 'submit', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"algId": "linear-regression", "algName": "线性回归", "userName": "alice", "missionName": "Finished linear"}', '2026-11-22 21:35:08.139+00');
INSERT INTO public.activity VALUES ('01a2052f-2f6c-74cb-a421-9c6e00f19b95', 'algorithm', 'linear-regression', 'use', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"algId": "linear-regression", "algName": "线性回归", "userName": "alice", "missionName": "Finished linear"}', '2026-11-22 21:35:08.139+00');
INSERT INTO public.activity VALUES ('01a2052f-4441-7a41-be84-01d8a5f668cc', 'task', '01a2052f-4440-7a38-9a91-94aa1080ab32', 'create', '01a2052f-4440-7a38-9a91-94aa1080ab32', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"userName": "alice", "missionName": "Finished alone"}', '2026-11-22 21:35:13.472+00');
INSERT INTO public.activity VALUES ('01a2052f-4480-7ba9-9866-ccb97266552f', 'task', '01a2052f-4440-7a38-9a91-94aa1080ab32', 'upload-data', '01a2052f-4440-7a38-9a91-94aa1080ab32', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"dataId": "57e8df10-20f7-4593-b61b-20f3f45fec23", "dataName": "Biopsies", "userName": "alice", "missionName": "Finished alone"}', '2026-11-22 21:35:13.536+00');
INSERT INTO public.activity VALUES ('01a2052f-4534-771d-bd72-ad1386ef8c18', 'task', '01a2052f-4440-7a38-9a91-94aa1080ab32', 'submit', '01a2052f-4440-7a38-9a91-94aa1080ab32', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"algId": "logistic-regression", "algName": "逻辑回归", "userName": "alice", "missionName": "Finished alone"}', '2026-11-22 21:35:13.715+00');
INSERT INTO public.activity VALUES ('01a2052f-4534-7834-b0e3-83a278839316', 'algorithm', 'logistic-regression', 'use', '01a2052f-4440-7a38-9a91-94aa1080ab32', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"algId": "logistic-regression", "algName": "逻辑回归", "userName": "alice"}', '2026-11-22 21:35:13.715+00');
INSERT INTO public.activity VALUES ('01a2052f-5944-7be2-b9f7-4b2b98ee0a99', 'model', '01a2052f-03a7-74d5-8600-96f454e4756c', 'use', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"jobName": "By form", "userName": "alice", "modelName": "Finished logistic", "partyName": "滨江门诊部"}', '2026-11-22 21:35:18.817+00');
INSERT INTO public.activity VALUES ('01a2052f-5a56-7e4f-bb31-10430fa5f221', 'model', '01a2052f-18d2-7557-ae7c-3153e8bd6b03', 'use', '01a2052f-162d-7120-8532-f3131b5c8dd0', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"jobName": "Network by form", "userName": "alice", "modelName": "Finished network", "partyName": "滨江门诊部"}', '2026-11-22 21:35:19.12+00');
INSERT INTO public.activity VALUES ('01a2052f-5b65-77e6-8ff1-e47c5e306ed5', 'model', '01a2052f-2f6b-71fe-8363-b2de5797a311', 'use', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"jobName": "Linear by form", "userName": "alice", "modelName": "Finished linear", "partyName": "滨江门诊部"}', '2026-11-22 21:35:19.392+00');
INSERT INTO public.activity VALUES ('01a2052f-5c5a-7c92-b7cb-9c6ca150d55d', 'model', '01a2052f-03a7-74d5-8600-96f454e4756c', 'use', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '1003', '01a2052e-ed25-7ed4-bad9-cfdd2bc2ea85', 'carol', '{"jobName": "At the platform", "userName": "carol", "modelName": "Tumour diagnosis", "partyName": "山城大学医院"}', '2026-11-22 21:35:19.641+00');
INSERT INTO public.activity VALUES ('01a2052f-5c91-78d8-ab7c-bca0fbb15cd9', 'model', '01a2052f-03a7-74d5-8600-96f454e4756c', 'use', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"jobName": "Whole table", "userName": "alice", "modelName": "Finished logistic", "partyName": "滨江门诊部"}', '2026-11-22 21:35:19.693+00');
INSERT INTO public.activity VALUES ('01a2052f-5fb2-7d30-9d49-c631b977c222', 'model', '01a2052f-2f6b-71fe-8363-b2de5797a311', 'use', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"jobName": "Not used yet", "userName": "bob", "modelName": "Finished linear", "partyName": "湖滨县医院"}', '2026-11-22 21:35:20.482+00');
INSERT INTO public.activity VALUES ('01a2052f-6010-7fdd-8139-9805a62a140a', 'task', '01a2052f-600f-7508-bc71-c63cc49bd626', 'create', '01a2052f-600f-7508-bc71-c63cc49bd626', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"userName": "alice", "missionName": "Nobody signed"}', '2026-11-22 21:35:20.591+00');
INSERT INTO public.activity VALUES ('01a2052f-6047-7084-be0a-6c882738c212', 'task', '01a2052f-600f-7508-bc71-c63cc49bd626', 'upload-data', '01a2052f-600f-7508-bc71-c63cc49bd626', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"dataId": "2c62fc71-a4a6-4308-9d23-1a84b2c5070b", "dataName": "Biopsies", "userName": "alice", "missionName": "Nobody signed"}', '2026-11-22 21:35:20.647+00');
INSERT INTO public.activity VALUES ('01a2052f-6071-7a89-b4d2-f06892a3e4a4', 'task', '01a2052f-600f-7508-bc71-c63cc49bd626', 'join', '01a2052f-600f-7508-bc71-c63cc49bd626', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"userName": "bob", "missionName": "Nobody signed"}', '2026-11-22 21:35:20.689+00');
INSERT INTO public.activity VALUES ('01a2052f-6133-7801-a086-f545e55085eb', 'task', '01a2052f-600f-7508-bc71-c63cc49bd626', 'upload-data', '01a2052f-600f-7508-bc71-c63cc49bd626', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"dataId": "cebbb180-a91e-47df-8d5f-c71a5f2a6aeb", "dataName": "Biopsies", "userName": "bob", "missionName": "Nobody signed"}', '2026-11-22 21:35:20.883+00');
INSERT INTO public.activity VALUES ('01a2052f-613c-75fb-95a6-975d810e741e', 'task', '01a2052f-613b-749a-9b2d-c232e6fa4b9a', 'create', '01a2052f-613b-749a-9b2d-c232e6fa4b9a', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"userName": "alice", "missionName": "One signed"}', '2026-11-22 21:35:20.891+00');
INSERT INTO public.activity VALUES ('01a2052f-615f-7eb3-9f0e-e7383603682f', 'task', '01a2052f-613b-749a-9b2d-c232e6fa4b9a', 'upload-data', '01a2052f-613b-749a-9b2d-c232e6fa4b9a', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"dataId": "706fde80-91ea-4fca-85d0-bbbeef73f506", "dataName": "Biopsies", "userName": "alice", "missionName": "One signed"}', '2026-11-22 21:35:20.927+00');
INSERT INTO public.activity VALUES ('01a2052f-618e-7088-a37d-464b382c5ea4', 'task', '01a2052f-613b-749a-9b2d-c232e6fa4b9a', 'join', '01a2052f-613b-749a-9b2d-c232e6fa4b9a', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"userName": "bob", "missionName": "One signed"}', '2026-11-22 21:35:20.974+00');
INSERT INTO public.activity VALUES ('01a2052f-61d7-7a6e-b81f-63de9089615e', 'task', '01a2052f-613b-749a-9b2d-c232e6fa4b9a', 'upload-data', '01a2052f-613b-749a-9b2d-c232e6fa4b9a', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"dataId": "7b5a8a1e-5a22-4124-b63b-506eb53b2ed7", "dataName": "Biopsies", "userName": "bob", "missionName": "One signed"}', '2026-11-22 21:35:21.047+00');
INSERT INTO public.activity VALUES ('01a2052f-6245-7d7e-8912-9103f9189471', 'task', '01a2052f-6244-7461-b76a-a183e7653b08', 'create', '01a2052f-6244-7461-b76a-a183e7653b08', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"userName": "alice", "missionName": "All signed"}', '2026-11-22 21:35:21.156+00');
INSERT INTO public.activity VALUES ('01a2052f-6296-7d83-9b90-4b693938f571', 'task', '01a2052f-6244-7461-b76a-a183e7653b08', 'upload-data', '01a2052f-6244-7461-b76a-a183e7653b08', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"dataId": "3beaf5fb-f4b2-4699-960d-4703a95f9af1", "dataName": "Biopsies", "userName": "alice", "missionName": "All signed"}', '2026-11-22 21:35:21.238+00');
INSERT INTO public.activity VALUES ('01a2052f-62b4-70b8-9dce-3c5244ae42ad', 'task', '01a2052f-6244-7461-b76a-a183e7653b08', 'join', '01a2052f-6244-7461-b76a-a183e7653b08', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"userName": "bob", "missionName": "All signed"}', '2026-11-22 21:35:21.268+00');
INSERT INTO public.activity VALUES ('01a2052f-6301-7a62-9157-42f09e81ec3e', 'task', '01a2052f-6244-7461-b76a-a183e7653b08', 'upload-data', '01a2052f-6244-7461-b76a-a183e7653b08', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"dataId": "9b84d9fc-aaae-4e8e-8e9d-ba84a0589077", "dataName": "Biopsies", "userName": "bob", "missionName": "All signed"}', '2026-11-22 21:35:21.345+00');
INSERT INTO public.activity VALUES ('01a2052f-64cc-7f01-93f1-7e72edbfd24d', 'task', '01a2052f-64cb-73e7-b447-eed454172ab4', 'create', '01a2052f-64cb-73e7-b447-eed454172ab4', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"userName": "alice", "missionName": "Nothing chosen"}', '2026-11-22 21:35:21.803+00');
INSERT INTO public.activity VALUES ('01a2052f-64d2-759f-ab71-432db4c7a91b', 'task', '01a2052f-64d1-79ce-b339-0b07a76f40d6', 'create', '01a2052f-64d1-79ce-b339-0b07a76f40d6', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"userName": "alice", "missionName": "In flight"}', '2026-11-22 21:35:21.809+00');
INSERT INTO public.activity VALUES ('01a2052f-6514-72cf-80ac-a43b43674ad0', 'task', '01a2052f-64d1-79ce-b339-0b07a76f40d6', 'upload-data', '01a2052f-64d1-79ce-b339-0b07a76f40d6', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"dataId": "c18dfd35-b511-47e4-a1e8-6a6ffcd1b784", "dataName": "Biopsies", "userName": "alice", "missionName": "In flight"}', '2026-11-22 21:35:21.876+00');
INSERT INTO public.activity VALUES ('01a2052f-653b-7745-99df-5cc28d1d4e43', 'task', '01a2052f-64d1-79ce-b339-0b07a76f40d6', 'join', '01a2052f-64d1-79ce-b339-0b07a76f40d6', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"userName": "bob", "missionName": "In flight"}', '2026-11-22 21:35:21.915+00');
INSERT INTO public.activity VALUES ('01a2052f-6580-7677-9f7e-1d96fda95e84', 'task', '01a2052f-64d1-79ce-b339-0b07a76f40d6', 'upload-data', '01a2052f-64d1-79ce-b339-0b07a76f40d6', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '{"dataId": "c00a01bb-b1ce-4387-b928-1e0b7b9216c4", "dataName": "Biopsies", "userName": "bob", "missionName": "In flight"}', '2026-11-22 21:35:21.984+00');
INSERT INTO public.activity VALUES ('01a2052f-6731-7068-840c-2ef3104309c9', 'task', '01a2052f-64d1-79ce-b339-0b07a76f40d6', 'submit', '01a2052f-64d1-79ce-b339-0b07a76f40d6', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"algId": "mlp", "algName": "多层感知机", "userName": "alice", "missionName": "In flight"}', '2026-11-22 21:35:22.416+00');
INSERT INTO public.activity VALUES ('01a2052f-6731-7745-af20-0ea5ad6b3c38', 'algorithm', 'mlp', 'use', '01a2052f-64d1-79ce-b339-0b07a76f40d6', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '{"algId": "mlp", "algName": "多层感知机", "userName": "alice", "missionName": "In flight"}', '2026-11-22 21:35:22.416+00');



INSERT INTO public.dataset VALUES ('809105e1-423c-4717-b379-31dd141be29e', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_809105e1423c4717b37931dd141be29e', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'A01', '2026-11-22 21:34:55.956+00', NULL, NULL, false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:34:55.956Z');
INSERT INTO public.dataset VALUES ('ecb44198-bc59-4f8e-bbd8-3647151d6723', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_ecb44198bc594f8ebbd83647151d6723', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', 'A01', '2026-11-22 21:34:56.082+00', NULL, NULL, false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:34:56.082Z');
INSERT INTO public.dataset VALUES ('de3dc387-1427-4cab-8f57-f0797858d8e0', '1001', 'Sample vision', 'A sample: vision', 'vision', 'party', 20099, 24, 't_de3dc38714274cab8f57f0797858d8e0', '["label"]', '{"label": "text"}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'A01', '2026-11-22 21:34:56.201+00', NULL, NULL, false, false, '["label"]', '[]', 'sample vision', 1, 1, '2026-11-22T21:34:56.201Z');
INSERT INTO public.dataset VALUES ('3d53104d-06e8-4027-a414-9c1218efdc86', '1001', 'Sample yolo', 'A sample: yolo', 'yolo', 'party', 32950, 24, 't_3d53104d06e84027a4149c1218efdc86', '["boxes"]', '{"boxes": "text"}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'A01', '2026-11-22 21:34:56.332+00', NULL, NULL, false, false, '["boxes"]', '[]', 'sample yolo', 1, 1, '2026-11-22T21:34:56.332Z');
INSERT INTO public.dataset VALUES ('eb29fae4-34ee-467c-96a2-6c2d31761f3e', '1001', 'Sample nlp', 'A sample: nlp', 'nlp', 'party', 1919, 28, 't_eb29fae434ee467c96a26c2d31761f3e', '["text", "label"]', '{"text": "text", "label": "text"}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'A01', '2026-11-22 21:34:56.384+00', NULL, NULL, false, false, '["label"]', '[]', 'sample nlp', 2, 1, '2026-11-22T21:34:56.384Z');
INSERT INTO public.dataset VALUES ('d5ce47a9-a7d8-4f1a-bda4-3d7afd56a0cc', '1001', 'Sample graph', 'A sample: graph', 'graph', 'party', 1502, 34, 't_d5ce47a9a7d84f1abda43d7afd56a0cc', '["friends", "triangles", "label"]', '{"label": "text", "friends": "integer", "triangles": "integer"}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'A01', '2026-11-22 21:34:56.45+00', NULL, NULL, false, false, '["label"]', '[]', 'sample graph', 3, 1, '2026-11-22T21:34:56.450Z');
INSERT INTO public.dataset VALUES ('a120f56b-a322-42b8-adc3-a3bbe662ad6e', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_a120f56ba32242b8adc3a3bbe662ad6e', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'A01', '2026-11-22 21:34:56.506+00', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '809105e1-423c-4717-b379-31dd141be29e', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:34:56.506Z');
INSERT INTO public.dataset VALUES ('e38574fd-4129-4072-ae85-4161e74323ee', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_e38574fd41294072ae854161e74323ee', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', 'A01', '2026-11-22 21:34:56.655+00', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', 'ecb44198-bc59-4f8e-bbd8-3647151d6723', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:34:56.655Z');
INSERT INTO public.dataset VALUES ('7898bed1-fede-4723-baf4-ac60051af6d6', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_7898bed1fede4723baf4ac60051af6d6', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'A01', '2026-11-22 21:35:01.715+00', '01a2052f-162d-7120-8532-f3131b5c8dd0', '809105e1-423c-4717-b379-31dd141be29e', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:35:01.715Z');
INSERT INTO public.dataset VALUES ('2cade9c4-e43e-41f8-b1fa-691f2b8d1b84', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_2cade9c4e43e41f8b1fa691f2b8d1b84', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', 'A01', '2026-11-22 21:35:01.843+00', '01a2052f-162d-7120-8532-f3131b5c8dd0', 'ecb44198-bc59-4f8e-bbd8-3647151d6723', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:35:01.843Z');
INSERT INTO public.dataset VALUES ('16d3119c-db14-440c-a4d3-8226e49a9b43', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_16d3119cdb14440ca4d38226e49a9b43', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'A01', '2026-11-22 21:35:07.506+00', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '809105e1-423c-4717-b379-31dd141be29e', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:35:07.506Z');
INSERT INTO public.dataset VALUES ('07f72cb8-641c-4b82-a95b-477c6826a82b', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_07f72cb8641c4b82a95b477c6826a82b', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', 'A01', '2026-11-22 21:35:07.628+00', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', 'ecb44198-bc59-4f8e-bbd8-3647151d6723', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:35:07.628Z');
INSERT INTO public.dataset VALUES ('57e8df10-20f7-4593-b61b-20f3f45fec23', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_57e8df1020f74593b61b20f3f45fec23', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'A01', '2026-11-22 21:35:13.505+00', '01a2052f-4440-7a38-9a91-94aa1080ab32', '809105e1-423c-4717-b379-31dd141be29e', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:35:13.505Z');
INSERT INTO public.dataset VALUES ('ed1085d0-59d3-4e0e-ac84-aab4c8a95412', '1001', 'Held out', 'Nobody trained on them', 'tabular', 'party', 9551, 115, 't_ed1085d059d34e0eac84aab4c8a95412', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'A01', '2026-11-22 21:35:20.012+00', NULL, NULL, false, false, '[]', '[]', 'held out', 12, 1, '2026-11-22T21:35:20.012Z');
INSERT INTO public.dataset VALUES ('2c62fc71-a4a6-4308-9d23-1a84b2c5070b', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_2c62fc71a4a643089d231a84b2c5070b', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'A01', '2026-11-22 21:35:20.625+00', '01a2052f-600f-7508-bc71-c63cc49bd626', '809105e1-423c-4717-b379-31dd141be29e', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:35:20.625Z');
INSERT INTO public.dataset VALUES ('cebbb180-a91e-47df-8d5f-c71a5f2a6aeb', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_cebbb180a91e47df8d5fc71a5f2a6aeb', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', 'A01', '2026-11-22 21:35:20.851+00', '01a2052f-600f-7508-bc71-c63cc49bd626', 'ecb44198-bc59-4f8e-bbd8-3647151d6723', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:35:20.851Z');
INSERT INTO public.dataset VALUES ('706fde80-91ea-4fca-85d0-bbbeef73f506', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_706fde8091ea4fca85d0bbbeef73f506', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'A01', '2026-11-22 21:35:20.912+00', '01a2052f-613b-749a-9b2d-c232e6fa4b9a', '809105e1-423c-4717-b379-31dd141be29e', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:35:20.912Z');
INSERT INTO public.dataset VALUES ('7b5a8a1e-5a22-4124-b63b-506eb53b2ed7', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_7b5a8a1e5a224124b63b506eb53b2ed7', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', 'A01', '2026-11-22 21:35:21.022+00', '01a2052f-613b-749a-9b2d-c232e6fa4b9a', 'ecb44198-bc59-4f8e-bbd8-3647151d6723', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:35:21.022Z');
INSERT INTO public.dataset VALUES ('3beaf5fb-f4b2-4699-960d-4703a95f9af1', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_3beaf5fbf4b24699960d4703a95f9af1', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'A01', '2026-11-22 21:35:21.205+00', '01a2052f-6244-7461-b76a-a183e7653b08', '809105e1-423c-4717-b379-31dd141be29e', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:35:21.205Z');
INSERT INTO public.dataset VALUES ('9b84d9fc-aaae-4e8e-8e9d-ba84a0589077', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_9b84d9fcaaae4e8e8e9dba84a0589077', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', 'A01', '2026-11-22 21:35:21.316+00', '01a2052f-6244-7461-b76a-a183e7653b08', 'ecb44198-bc59-4f8e-bbd8-3647151d6723', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:35:21.316Z');
INSERT INTO public.dataset VALUES ('c18dfd35-b511-47e4-a1e8-6a6ffcd1b784', '1001', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 4777, 36, 't_c18dfd35b51147e4a1e86a6ffcd1b784', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', 'A01', '2026-11-22 21:35:21.843+00', '01a2052f-64d1-79ce-b339-0b07a76f40d6', '809105e1-423c-4717-b379-31dd141be29e', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:35:21.843Z');
INSERT INTO public.dataset VALUES ('c00a01bb-b1ce-4387-b928-1e0b7b9216c4', '1002', 'Biopsies', 'Cell nuclei', 'tabular', 'party', 8664, 100, 't_c00a01bbb1ce4387b9281e0b7b9216c4', '["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "diagnosis", "side"]', '{"side": "text", "diagnosis": "text", "mean area": "number", "mean radius": "number", "mean texture": "number", "mean symmetry": "number", "mean concavity": "number", "mean perimeter": "number", "mean smoothness": "number", "mean compactness": "number", "mean concave points": "number", "mean fractal dimension": "number"}', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', 'A01', '2026-11-22 21:35:21.96+00', '01a2052f-64d1-79ce-b339-0b07a76f40d6', 'ecb44198-bc59-4f8e-bbd8-3647151d6723', false, false, '[]', '[]', 'biopsies', 12, 1, '2026-11-22T21:35:21.960Z');



INSERT INTO public.department VALUES ('1001', 'A01', '滨江门诊部', NULL);
INSERT INTO public.department VALUES ('1001', 'A01A01', '数据部 Data', 'A01');
INSERT INTO public.department VALUES ('1002', 'A01', '湖滨县医院', NULL);
INSERT INTO public.department VALUES ('1002', 'A01A01', '数据部 Data', 'A01');
INSERT INTO public.department VALUES ('1003', 'A01', '山城大学医院', NULL);
INSERT INTO public.department VALUES ('1003', 'A01A01', '数据部 Data', 'A01');



INSERT INTO public.edge VALUES ('1002', '-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEABm/IxrkVsO47qZ/yjZqHXlULVIJ3GKQEGExBs7Pz8X8=
-----END PUBLIC KEY-----
', '-----BEGIN PUBLIC KEY-----
MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEG7ZkvaCs0zg52oQAQjv3l6Yvav89jOar
StIViPbNevRbiXrY22NsG3jU1OiWr4DfokvvRwJGaryKJba67aqOSeGSgu9ivKIu
RVsypcrVz+0O/AOlrrRkBQMMrvv8a3ul
-----END PUBLIC KEY-----
', '10530625094006259598', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', '2026-11-22 21:34:52.711+00', '01a2052e-f581-75b9-a167-90ff00bc9c0f', '2026-11-22 21:35:23.348+00', NULL, '{"edge": "ok", "runner": "ok", "storage": "ok", "supernode": "ok"}', '[]', '{"seq": 56, "hash": "d2a7b5af95197aadf425d032c3646b46b8f396dcff0444d3954429610e003f08"}', '{"head": {"seq": 13, "hash": "a8cb204330245b7bd4830eab1b2645c235268929f7c3ac93817cb5de38d45592"}, "signature": "Qhy6QxZs6KJqVAIf2uSeHLBuRZAwKnQUEpy7mZdoc5WbcCZz49XitduK__IVmQorqiBYFc1rfNvvUadx4D21DA"}', false, NULL, NULL, NULL);
INSERT INTO public.edge VALUES ('1001', '-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAlqNxjXIM7dlHBSuM0M5PKyIHetjpJgn/XkCFn5zdUP0=
-----END PUBLIC KEY-----
', '-----BEGIN PUBLIC KEY-----
MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEo7wKJDaHySe1ICc70x2ILehpdpXWsa5t
I9WNQUsLW6jwbsTwW/0FMThIdytjZDn6uWDtM0pqNk6bP0wdJy95grh/+RI8BEru
z0OW+pOGU8kn199ylLGNlJrG3LiOgFa7
-----END PUBLIC KEY-----
', '10701892683687264936', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '2026-11-22 21:34:52.626+00', '01a2052e-f49c-7b10-8b7d-3f411e8f28e4', '2026-11-22 21:35:25.114+00', NULL, '{"edge": "ok", "runner": "ok", "storage": "ok", "supernode": "ok"}', '[]', '{"seq": 87, "hash": "0e32e6073604483d817519131b607b3a85ca1e6a0ef3c3f2f3c7757971bca6d6"}', '{"head": {"seq": 13, "hash": "a8cb204330245b7bd4830eab1b2645c235268929f7c3ac93817cb5de38d45592"}, "signature": "iG3lORDekNgyidmRKdSReUKB72WJL4gK3yoVZeok88n764EYfyf6lJLoVzA6uvoRY-OiTomNAYDAYIffoi2EAQ"}', false, NULL, NULL, NULL);



INSERT INTO public.edge_enrolment VALUES ('f779d75d4540fb72da52023ab28d55f7858163c14ccce0346ac1cd454b356183', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '2026-11-22 22:34:51.299+00', '2026-11-22 21:34:52.625+00');
INSERT INTO public.edge_enrolment VALUES ('3544e903aced49c439692d25986781a6d7ddbdff3619acd975b1430392193434', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', '2026-11-22 22:34:51.315+00', '2026-11-22 21:34:52.707+00');



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
INSERT INTO public.edge_report VALUES ('1002', 4, NULL);
INSERT INTO public.edge_report VALUES ('1001', 8, NULL);
INSERT INTO public.edge_report VALUES ('1001', 9, NULL);
INSERT INTO public.edge_report VALUES ('1002', 5, NULL);
INSERT INTO public.edge_report VALUES ('1001', 10, NULL);
INSERT INTO public.edge_report VALUES ('1002', 6, NULL);
INSERT INTO public.edge_report VALUES ('1002', 7, NULL);
INSERT INTO public.edge_report VALUES ('1001', 11, NULL);
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






INSERT INTO public.grant_notice VALUES ('1002', '8c605c7b-4b60-4606-ada0-e5287f08eca4', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d', 'e38574fd-4129-4072-ae85-4161e74323ee', 100, '2126-01-01 00:00:00+00', false, '2026-11-22 21:34:57.999+00', 3);
INSERT INTO public.grant_notice VALUES ('1001', 'e0b1fa9a-2f79-4534-a6fe-e428456c07b2', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d', 'a120f56b-a322-42b8-adc3-a3bbe662ad6e', 36, '2126-01-01 00:00:00+00', false, '2026-11-22 21:34:58.04+00', 3);
INSERT INTO public.grant_notice VALUES ('1002', '8f54064a-a9dc-453b-b835-f478e07af144', '01a2052f-162d-7120-8532-f3131b5c8dd0', 'f46020a5fab811f4dc90d9b3a95043cc5981a1abef1e8769c5884b0cf6befb3b', '2cade9c4-e43e-41f8-b1fa-691f2b8d1b84', 100, '2126-01-01 00:00:00+00', false, '2026-11-22 21:35:03.402+00', 3);
INSERT INTO public.grant_notice VALUES ('1001', '1b03111c-f8df-40d7-881f-22014a967675', '01a2052f-162d-7120-8532-f3131b5c8dd0', 'f46020a5fab811f4dc90d9b3a95043cc5981a1abef1e8769c5884b0cf6befb3b', '7898bed1-fede-4723-baf4-ac60051af6d6', 36, '2126-01-01 00:00:00+00', false, '2026-11-22 21:35:03.43+00', 3);
INSERT INTO public.grant_notice VALUES ('1002', '413de5c3-f8a1-4b5a-a586-3fa650c88611', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '733a7670060017a1d6548e421f662ab263a6dc99ab9ef893c52b12666bdf24f7', '07f72cb8-641c-4b82-a95b-477c6826a82b', 100, '2126-01-01 00:00:00+00', false, '2026-11-22 21:35:09.402+00', 3);
INSERT INTO public.grant_notice VALUES ('1001', 'b5b5c050-cf43-4b8a-acce-794322a16a5d', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '733a7670060017a1d6548e421f662ab263a6dc99ab9ef893c52b12666bdf24f7', '16d3119c-db14-440c-a4d3-8226e49a9b43', 36, '2126-01-01 00:00:00+00', false, '2026-11-22 21:35:09.508+00', 3);
INSERT INTO public.grant_notice VALUES ('1001', '540111da-3236-4a6c-b546-085a0b1407a3', '01a2052f-4440-7a38-9a91-94aa1080ab32', '0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d', '57e8df10-20f7-4593-b61b-20f3f45fec23', 36, '2126-01-01 00:00:00+00', false, '2026-11-22 21:35:14.832+00', 3);
INSERT INTO public.grant_notice VALUES ('1002', '99fd1a87-ad08-48c7-8297-d91c084916eb', '01a2052f-613b-749a-9b2d-c232e6fa4b9a', 'ed0ea5d865c541e138384a4c6c57bcff4f690ae526464ea204d2ee251a9a4d27', '7b5a8a1e-5a22-4124-b63b-506eb53b2ed7', 100, '2126-01-01 00:00:00+00', false, '2026-11-22 21:35:21.144+00', 9);
INSERT INTO public.grant_notice VALUES ('1001', 'cf3db80b-5bdc-4b1f-b2c0-98ec7c229e67', '01a2052f-6244-7461-b76a-a183e7653b08', '1e1ceead992d9d04d958260ac27a789fca3a78555c4fb6960ae814f34b73b5e0', '3beaf5fb-f4b2-4699-960d-4703a95f9af1', 36, '2126-01-01 00:00:00+00', false, '2026-11-22 21:35:21.45+00', 9);
INSERT INTO public.grant_notice VALUES ('1002', 'cb6b9749-c492-41b8-bc2d-fab2f786812e', '01a2052f-6244-7461-b76a-a183e7653b08', '1e1ceead992d9d04d958260ac27a789fca3a78555c4fb6960ae814f34b73b5e0', '9b84d9fc-aaae-4e8e-8e9d-ba84a0589077', 100, '2126-01-01 00:00:00+00', false, '2026-11-22 21:35:21.794+00', 9);
INSERT INTO public.grant_notice VALUES ('1001', '6cba617a-f923-4ad1-8135-43ef367c387e', '01a2052f-64d1-79ce-b339-0b07a76f40d6', 'a74b44de609b48460f671c6c9ca53fa3dcedd257f0c1e01043a5ab5f2135d69e', 'c18dfd35-b511-47e4-a1e8-6a6ffcd1b784', 36, '2126-01-01 00:00:00+00', false, '2026-11-22 21:35:23.672+00', 99);
INSERT INTO public.grant_notice VALUES ('1002', '94121a68-6f20-4d93-9307-c06fa09a1810', '01a2052f-64d1-79ce-b339-0b07a76f40d6', 'a74b44de609b48460f671c6c9ca53fa3dcedd257f0c1e01043a5ab5f2135d69e', 'c00a01bb-b1ce-4387-b928-1e0b7b9216c4', 100, '2126-01-01 00:00:00+00', false, '2026-11-22 21:35:23.675+00', 99);



INSERT INTO public.inference VALUES ('01a2052f-5c57-71bb-8c96-41f56eb574cd', 'At the platform', 'Rows that nobody trained on', '01a2052f-57f4-7044-9060-3c14a738b911', '1003', 'completed', NULL, '{"type": "tabular", "header": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "accuracy": null, "rowCount": 1, "resultPath": null, "predictions": [{"data": {"side": "left", "mean area": 3.5, "mean radius": 14, "mean texture": 7, "mean symmetry": 1.5555555555555556, "mean concavity": 2, "mean perimeter": 4.666666666666667, "mean smoothness": 2.8, "mean compactness": 2.3333333333333335, "mean concave points": 1.75, "mean fractal dimension": 1.4}, "result": "malignant", "probabilities": {"benign": 0.00000000000000000000000000000000000000000000000000000000000836961765930686, "malignant": 1}}]}', '2026-11-22 21:35:19.663+00', '01a2052e-ed25-7ed4-bad9-cfdd2bc2ea85', 'carol', '2026-11-22 21:35:19.641+00', NULL, NULL);






INSERT INTO public.migration VALUES ('6e9234286befbed98746910086f40464f780810591caed392f771301b694f1a3', '2026-11-22 21:34:50.442063+00');
INSERT INTO public.migration VALUES ('2912effdb882182b84a6794a22a079b178404668c0d6470f2e7e034cc0afe294', '2026-11-22 21:34:50.442063+00');
INSERT INTO public.migration VALUES ('c23aab34eebbb3ebb4a5e059c977d9aa58baf2f9935a4ff81792abdee16dc943', '2026-11-22 21:34:50.442063+00');
INSERT INTO public.migration VALUES ('55abf0fafe40822fc03fd50a6580e6aeb8c3c321bbd82168b096abf6406a77d5', '2026-11-22 21:34:50.442063+00');
INSERT INTO public.migration VALUES ('8fb4862321a1ce0c500b75c4fa995dded2cd7191f97e537e2dd3bc9adc44fbd3', '2026-11-22 21:34:50.442063+00');
INSERT INTO public.migration VALUES ('5607182ada94d1dd1e58e961c1c340a48d0ad4e93323e50c344949bf99d480f7', '2026-11-22 21:34:50.442063+00');



INSERT INTO public.model VALUES ('01a2052f-15cb-73aa-9bb6-77eb951a3341', '01a2052f-03a7-74d5-8600-96f454e4756c', '1001', 'Finished logistic', '', '', '', false, NULL, false, 0, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '2026-11-22 21:35:01.56+00', '2026-11-22 21:35:01.56+00', NULL);
INSERT INTO public.model VALUES ('01a2052f-15cb-7a40-b742-9c239906d841', '01a2052f-03a7-74d5-8600-96f454e4756c', '1002', 'Finished logistic', '', '', '', false, NULL, false, 0, '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', '2026-11-22 21:35:01.56+00', '2026-11-22 21:35:01.56+00', NULL);
INSERT INTO public.model VALUES ('01a2052f-2c8e-7b27-9ccf-a8edd93f3bc2', '01a2052f-18d2-7557-ae7c-3153e8bd6b03', '1001', 'Finished network', '', '', '', false, NULL, false, 0, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '2026-11-22 21:35:07.388+00', '2026-11-22 21:35:07.388+00', NULL);
INSERT INTO public.model VALUES ('01a2052f-2c8e-77bb-ad78-675f6f3a6d84', '01a2052f-18d2-7557-ae7c-3153e8bd6b03', '1002', 'Finished network', '', '', '', false, NULL, false, 0, '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', '2026-11-22 21:35:07.388+00', '2026-11-22 21:35:07.388+00', NULL);
INSERT INTO public.model VALUES ('01a2052f-43ec-7a42-98d0-b1004c95d512', '01a2052f-2f6b-71fe-8363-b2de5797a311', '1001', 'Finished linear', '', '', '', false, NULL, false, 0, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '2026-11-22 21:35:13.38+00', '2026-11-22 21:35:13.38+00', NULL);
INSERT INTO public.model VALUES ('01a2052f-43ec-7579-821b-8b18551ce01d', '01a2052f-2f6b-71fe-8363-b2de5797a311', '1002', 'Finished linear', '', '', '', false, NULL, false, 0, '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', '2026-11-22 21:35:13.38+00', '2026-11-22 21:35:13.38+00', NULL);
INSERT INTO public.model VALUES ('01a2052f-5787-7e54-9c23-f86688b462f2', '01a2052f-4533-781c-9a42-49c3b7ee6c4a', '1001', 'Finished alone', '', '', '', false, NULL, false, 0, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '2026-11-22 21:35:18.4+00', '2026-11-22 21:35:18.4+00', NULL);
INSERT INTO public.model VALUES ('01a2052f-57f4-7044-9060-3c14a738b911', '01a2052f-03a7-74d5-8600-96f454e4756c', '1003', 'Tumour diagnosis', 'Malignant or benign', 'Ten measurements.', 'Second opinion.', false, '01a2052f-57e9-7ce3-bf13-1096135db4e0', true, 0, '01a2052e-ed25-7ed4-bad9-cfdd2bc2ea85', '2026-11-22 21:35:18.516+00', '2026-11-22 21:35:18.516+00', NULL);
INSERT INTO public.model VALUES ('01a2052f-57e9-7ce3-bf13-1096135db4e0', '01a2052f-03a7-74d5-8600-96f454e4756c', '1001', 'Tumour diagnosis', 'Malignant or benign', 'Ten measurements.', 'Second opinion.', true, '01a2052f-15cb-73aa-9bb6-77eb951a3341', false, 1, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '2026-11-22 21:35:18.505+00', '2026-11-22 21:35:18.505+00', NULL);



INSERT INTO public.model_artifact VALUES ('01a2052f-03a7-74d5-8600-96f454e4756c', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', 'Finished logistic', 'logistic-regression', 'tabular', '{"f1": 0.8772727272727273, "loss": 0.1401937422356101, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}', '{"label": "diagnosis", "model": {"inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 12.6385}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.1082}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 81.7668}, {"kind": "number", "name": "c3", "column": "mean area", "example": 504.416}, {"kind": "number", "name": "c4", "column": "mean smoothness", "example": 0.0957962}, {"kind": "number", "name": "c5", "column": "mean compactness", "example": 0.0956022}, {"kind": "number", "name": "c6", "column": "mean concavity", "example": 0.0686367}, {"kind": "number", "name": "c7", "column": "mean concave points", "example": 0.035367}, {"kind": "number", "name": "c8", "column": "mean symmetry", "example": 0.181824}, {"kind": "number", "name": "c9", "column": "mean fractal dimension", "example": 0.0639654}, {"kind": "category", "name": "c10", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "classes", "label": "diagnosis", "classes": ["benign", "malignant"]}}, "runId": "01a2052f-03a7-74d5-8600-96f454e4756c", "inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 12.6385}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.1082}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 81.7668}, {"kind": "number", "name": "c3", "column": "mean area", "example": 504.416}, {"kind": "number", "name": "c4", "column": "mean smoothness", "example": 0.0957962}, {"kind": "number", "name": "c5", "column": "mean compactness", "example": 0.0956022}, {"kind": "number", "name": "c6", "column": "mean concavity", "example": 0.0686367}, {"kind": "number", "name": "c7", "column": "mean concave points", "example": 0.035367}, {"kind": "number", "name": "c8", "column": "mean symmetry", "example": 0.181824}, {"kind": "number", "name": "c9", "column": "mean fractal dimension", "example": 0.0639654}, {"kind": "category", "name": "c10", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "classes", "label": "diagnosis", "classes": ["benign", "malignant"]}, "rounds": 4, "taskId": "01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b", "bytesUp": 7128, "classes": ["benign", "malignant"], "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "history": [{"round": 0, "metrics": {"f1": 0.4375, "loss": 0.6931471805599453, "recall": 0.5, "accuracy": 0.7777777777777778, "precision": 0.3888888888888889}}, {"round": 1, "metrics": {"f1": 0.8928571428571428, "loss": 0.24185706992224992, "recall": 0.8928571428571428, "accuracy": 0.9259259259259259, "precision": 0.8928571428571428}}, {"round": 2, "metrics": {"f1": 0.8772727272727273, "loss": 0.17569533710762905, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}}, {"round": 3, "metrics": {"f1": 0.8772727272727273, "loss": 0.15250999740838903, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}}, {"round": 4, "metrics": {"f1": 0.8772727272727273, "loss": 0.1401937422356101, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}}], "metrics": {"f1": 0.8772727272727273, "loss": 0.1401937422356101, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"name": "滨江门诊部", "rows": 29, "metrics": {"f1": 1, "loss": 0.07137544900058625, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "aloneMetrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "validationRows": 7}, {"name": "湖滨县医院", "rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.16428014486786843, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "aloneMetrics": {"f1": 0.8666666666666667, "loss": 0.17446045440353752, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "validationRows": 20}], "seconds": 2.65, "codeHash": "1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d", "algorithm": "logistic-regression", "bestRound": 4, "bytesDown": 17874, "confusion": [[21, 0], [2, 4]], "parameters": {"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}}', 'models/01a2052f-03a7-74d5-8600-96f454e4756c/model.onnx', 'c2603d68bd998c20c4d226e249c18d964c648644a2fb5217682a527411da490d', '2026-11-22 21:35:01.56+00');
INSERT INTO public.model_artifact VALUES ('01a2052f-18d2-7557-ae7c-3153e8bd6b03', '01a2052f-162d-7120-8532-f3131b5c8dd0', 'Finished network', 'mlp', 'tabular', '{"f1": 0.8772727272727273, "loss": 0.16676844611240288, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}', '{"label": "diagnosis", "model": {"inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 12.6385}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.1082}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 81.7668}, {"kind": "number", "name": "c3", "column": "mean area", "example": 504.416}, {"kind": "number", "name": "c4", "column": "mean smoothness", "example": 0.0957962}, {"kind": "number", "name": "c5", "column": "mean compactness", "example": 0.0956022}, {"kind": "number", "name": "c6", "column": "mean concavity", "example": 0.0686367}, {"kind": "number", "name": "c7", "column": "mean concave points", "example": 0.035367}, {"kind": "number", "name": "c8", "column": "mean symmetry", "example": 0.181824}, {"kind": "number", "name": "c9", "column": "mean fractal dimension", "example": 0.0639654}, {"kind": "category", "name": "c10", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "classes", "label": "diagnosis", "classes": ["benign", "malignant"]}}, "runId": "01a2052f-18d2-7557-ae7c-3153e8bd6b03", "inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 12.6385}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.1082}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 81.7668}, {"kind": "number", "name": "c3", "column": "mean area", "example": 504.416}, {"kind": "number", "name": "c4", "column": "mean smoothness", "example": 0.0957962}, {"kind": "number", "name": "c5", "column": "mean compactness", "example": 0.0956022}, {"kind": "number", "name": "c6", "column": "mean concavity", "example": 0.0686367}, {"kind": "number", "name": "c7", "column": "mean concave points", "example": 0.035367}, {"kind": "number", "name": "c8", "column": "mean symmetry", "example": 0.181824}, {"kind": "number", "name": "c9", "column": "mean fractal dimension", "example": 0.0639654}, {"kind": "category", "name": "c10", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "classes", "label": "diagnosis", "classes": ["benign", "malignant"]}, "rounds": 4, "taskId": "01a2052f-162d-7120-8532-f3131b5c8dd0", "bytesUp": 40280, "classes": ["benign", "malignant"], "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "history": [{"round": 0, "metrics": {"f1": 0.2924137931034483, "loss": 0.9971619568931313, "recall": 0.36904761904761907, "accuracy": 0.2962962962962963, "precision": 0.39144736842105265}}, {"round": 1, "metrics": {"f1": 0.8772727272727273, "loss": 0.23572255460998026, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}}, {"round": 2, "metrics": {"f1": 0.8772727272727273, "loss": 0.16961417790356087, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}}, {"round": 3, "metrics": {"f1": 0.8772727272727273, "loss": 0.16676844611240288, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}}, {"round": 4, "metrics": {"f1": 0.8772727272727273, "loss": 0.16779325907266454, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}}], "metrics": {"f1": 0.8772727272727273, "loss": 0.16676844611240288, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"name": "滨江门诊部", "rows": 29, "metrics": {"f1": 1, "loss": 0.02360123284705144, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "aloneMetrics": {"f1": 1, "loss": 0.018955792914269486, "recall": 1, "accuracy": 1, "precision": 1}, "validationRows": 7}, {"name": "湖滨县医院", "rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.21687697075527587, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "aloneMetrics": {"f1": 0.8666666666666667, "loss": 0.19404450248169083, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "validationRows": 20}], "seconds": 3.28, "codeHash": "a7126d8e6735210362fc23381b38050703a78e038c74e9932b361ca87901b23b", "algorithm": "mlp", "bestRound": 3, "bytesDown": 59314, "confusion": [[21, 0], [2, 4]], "parameters": {"l2": 0.001, "max_iter": 4, "batch_size": 16, "hidden_units": 32, "local_epochs": 5, "learning_rate": 0.005}}', 'models/01a2052f-18d2-7557-ae7c-3153e8bd6b03/model.onnx', '3941a126b1aa58468697952be625beacce64e4b0965f7cd998cb0a2b865d3237', '2026-11-22 21:35:07.388+00');
INSERT INTO public.model_artifact VALUES ('01a2052f-2f6b-71fe-8363-b2de5797a311', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', 'Finished linear', 'linear-regression', 'tabular', '{"r2": 0.9820092132492452, "mae": 18.317323067289724, "loss": 0.027013663638687128, "rmse": 25.970239753050524}', '{"label": "mean area", "model": {"inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 12.6385}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.1082}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 81.7668}, {"kind": "number", "name": "c3", "column": "mean smoothness", "example": 0.0957962}, {"kind": "number", "name": "c4", "column": "mean compactness", "example": 0.0956022}, {"kind": "number", "name": "c5", "column": "mean concavity", "example": 0.0686367}, {"kind": "number", "name": "c6", "column": "mean concave points", "example": 0.035367}, {"kind": "number", "name": "c7", "column": "mean symmetry", "example": 0.181824}, {"kind": "number", "name": "c8", "column": "mean fractal dimension", "example": 0.0639654}, {"kind": "category", "name": "c9", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "number", "label": "mean area"}}, "runId": "01a2052f-2f6b-71fe-8363-b2de5797a311", "inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 12.6385}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.1082}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 81.7668}, {"kind": "number", "name": "c3", "column": "mean smoothness", "example": 0.0957962}, {"kind": "number", "name": "c4", "column": "mean compactness", "example": 0.0956022}, {"kind": "number", "name": "c5", "column": "mean concavity", "example": 0.0686367}, {"kind": "number", "name": "c6", "column": "mean concave points", "example": 0.035367}, {"kind": "number", "name": "c7", "column": "mean symmetry", "example": 0.181824}, {"kind": "number", "name": "c8", "column": "mean fractal dimension", "example": 0.0639654}, {"kind": "category", "name": "c9", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "number", "label": "mean area"}, "rounds": 4, "taskId": "01a2052f-2ccf-75c1-87ff-d9c428fd8751", "bytesUp": 8134, "classes": [], "columns": ["mean radius", "mean texture", "mean perimeter", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "history": [{"round": 0, "metrics": {"r2": -0.006985166267606813, "mae": 160.92001359157325, "loss": 1.5120160639755893, "rmse": 194.29535479511972}}, {"round": 1, "metrics": {"r2": 0.9408790875648012, "mae": 28.922410320765366, "loss": 0.08877168434391693, "rmse": 47.07837296175028}}, {"round": 2, "metrics": {"r2": 0.981182276067754, "mae": 19.470619106087412, "loss": 0.028255332676323217, "rmse": 26.560388765351473}}, {"round": 3, "metrics": {"r2": 0.9812216065232525, "mae": 18.500838667110244, "loss": 0.028196276910151655, "rmse": 26.532617643742544}}, {"round": 4, "metrics": {"r2": 0.9820092132492452, "mae": 18.317323067289724, "loss": 0.027013663638687128, "rmse": 25.970239753050524}}], "metrics": {"r2": 0.9820092132492452, "mae": 18.317323067289724, "loss": 0.027013663638687128, "rmse": 25.970239753050524}, "parties": [{"name": "滨江门诊部", "rows": 29, "metrics": {"r2": 0.9727686320123757, "mae": 11.2291501320247, "loss": 0.00791394986825283, "rmse": 14.056618639458275}, "partyId": "1001", "aloneMetrics": {"r2": 0.9872171448762096, "mae": 8.959051350467364, "loss": 0.003714939134486049, "rmse": 9.63074904627808}, "validationRows": 7}, {"name": "湖滨县医院", "rows": 80, "metrics": {"r2": 0.9823483963793146, "mae": 20.798183594632484, "loss": 0.03369856345833913, "rmse": 29.006137999920664}, "partyId": "1002", "aloneMetrics": {"r2": 0.9831884365878307, "mae": 22.257642348744135, "loss": 0.0320948480745955, "rmse": 28.307523539739986}, "validationRows": 20}], "seconds": 3.49, "codeHash": "7134033887fb6267f3cf9babfe0a38c5335b4d8da7f8d0a501de2f108ff897db", "algorithm": "linear-regression", "bestRound": 4, "bytesDown": 15734, "residuals": {"edges": [-474.029609, -426.626648, -379.223687, -331.820726, -284.417766, -237.014805, -189.611844, -142.208883, -94.805922, -47.402961, 0, 47.402961, 94.805922, 142.208883, 189.611844, 237.014805, 284.417766, 331.820726, 379.223687, 426.626648, 474.029609], "counts": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 11, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]}, "parameters": {"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}}', 'models/01a2052f-2f6b-71fe-8363-b2de5797a311/model.onnx', 'a5e874c78fcbffaa194d4f5f8b65f8ac49bbeb87a38aa53976fc0496f16fb734', '2026-11-22 21:35:13.38+00');
INSERT INTO public.model_artifact VALUES ('01a2052f-4533-781c-9a42-49c3b7ee6c4a', '01a2052f-4440-7a38-9a91-94aa1080ab32', 'Finished alone', 'logistic-regression', 'tabular', '{"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}', '{"label": "diagnosis", "model": {"inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 11.6806}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.5307}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 75.2041}, {"kind": "number", "name": "c3", "column": "mean area", "example": 426.693}, {"kind": "number", "name": "c4", "column": "mean smoothness", "example": 0.0956769}, {"kind": "number", "name": "c5", "column": "mean compactness", "example": 0.091371}, {"kind": "number", "name": "c6", "column": "mean concavity", "example": 0.0661069}, {"kind": "number", "name": "c7", "column": "mean concave points", "example": 0.0314113}, {"kind": "number", "name": "c8", "column": "mean symmetry", "example": 0.1845}, {"kind": "number", "name": "c9", "column": "mean fractal dimension", "example": 0.0657914}, {"kind": "category", "name": "c10", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "classes", "label": "diagnosis", "classes": ["benign", "malignant"]}}, "runId": "01a2052f-4533-781c-9a42-49c3b7ee6c4a", "inputs": [{"kind": "number", "name": "c0", "column": "mean radius", "example": 11.6806}, {"kind": "number", "name": "c1", "column": "mean texture", "example": 19.5307}, {"kind": "number", "name": "c2", "column": "mean perimeter", "example": 75.2041}, {"kind": "number", "name": "c3", "column": "mean area", "example": 426.693}, {"kind": "number", "name": "c4", "column": "mean smoothness", "example": 0.0956769}, {"kind": "number", "name": "c5", "column": "mean compactness", "example": 0.091371}, {"kind": "number", "name": "c6", "column": "mean concavity", "example": 0.0661069}, {"kind": "number", "name": "c7", "column": "mean concave points", "example": 0.0314113}, {"kind": "number", "name": "c8", "column": "mean symmetry", "example": 0.1845}, {"kind": "number", "name": "c9", "column": "mean fractal dimension", "example": 0.0657914}, {"kind": "category", "name": "c10", "column": "side", "categories": ["left", "right"]}], "output": {"kind": "classes", "label": "diagnosis", "classes": ["benign", "malignant"]}, "rounds": 4, "taskId": "01a2052f-4440-7a38-9a91-94aa1080ab32", "bytesUp": 3564, "classes": ["benign", "malignant"], "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "history": [{"round": 0, "metrics": {"f1": 1, "loss": 0.6931471805599453, "recall": 1, "accuracy": 1, "precision": 1}}, {"round": 1, "metrics": {"f1": 1, "loss": 0.19094123223300707, "recall": 1, "accuracy": 1, "precision": 1}}, {"round": 2, "metrics": {"f1": 1, "loss": 0.11745379979679893, "recall": 1, "accuracy": 1, "precision": 1}}, {"round": 3, "metrics": {"f1": 1, "loss": 0.08379157395264504, "recall": 1, "accuracy": 1, "precision": 1}}, {"round": 4, "metrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}}], "metrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "parties": [{"name": "滨江门诊部", "rows": 29, "metrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "aloneMetrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "validationRows": 7}], "seconds": 2.61, "codeHash": "1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d", "algorithm": "logistic-regression", "bestRound": 4, "bytesDown": 8887, "confusion": [[7, 0], [0, 0]], "parameters": {"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}}', 'models/01a2052f-4533-781c-9a42-49c3b7ee6c4a/model.onnx', '71c7656ffa47d449d3eb15ba0f512c9d384b6668f75f08fe2ce4ce29128ae6e2', '2026-11-22 21:35:18.4+00');



INSERT INTO public.model_use VALUES ('01a2052f-5942-735f-bd05-a684d45fc42e', '01a2052f-03a7-74d5-8600-96f454e4756c', '01a2052f-15cb-73aa-9bb6-77eb951a3341', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'By form', '2026-11-22 21:35:18.817+00');
INSERT INTO public.model_use VALUES ('01a2052f-5a55-7834-a7bd-687cf40a3549', '01a2052f-18d2-7557-ae7c-3153e8bd6b03', '01a2052f-2c8e-7b27-9ccf-a8edd93f3bc2', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'Network by form', '2026-11-22 21:35:19.12+00');
INSERT INTO public.model_use VALUES ('01a2052f-5b65-7d54-86ee-8189f71c12cc', '01a2052f-2f6b-71fe-8363-b2de5797a311', '01a2052f-43ec-7a42-98d0-b1004c95d512', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'Linear by form', '2026-11-22 21:35:19.392+00');
INSERT INTO public.model_use VALUES ('01a2052f-5c5a-7d02-8591-4e07ddc9f9a8', '01a2052f-03a7-74d5-8600-96f454e4756c', '01a2052f-57f4-7044-9060-3c14a738b911', '1003', '01a2052e-ed25-7ed4-bad9-cfdd2bc2ea85', 'At the platform', '2026-11-22 21:35:19.641+00');
INSERT INTO public.model_use VALUES ('01a2052f-5c91-7973-979a-9abdeea1e99c', '01a2052f-03a7-74d5-8600-96f454e4756c', '01a2052f-15cb-73aa-9bb6-77eb951a3341', '1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'Whole table', '2026-11-22 21:35:19.693+00');
INSERT INTO public.model_use VALUES ('01a2052f-5fb2-7e7f-9c9e-434ba7381c4c', '01a2052f-2f6b-71fe-8363-b2de5797a311', '01a2052f-43ec-7579-821b-8b18551ce01d', '1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'Not used yet', '2026-11-22 21:35:20.482+00');



INSERT INTO public.notification VALUES ('01a2052f-025c-758b-89e5-76742f33ee4f', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'task.joined', '{"note": "", "task": "Finished logistic", "party": "湖滨县医院", "partyEn": "Lakeside County Hospital"}', 'registration', '01a2052f-0259-77b1-8fa6-fa91d7536d3c', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '2026-11-22 21:34:56.604+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-03a9-7b25-988b-579f6f3f5343', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'run.started', '{"task": "Finished logistic"}', 'task', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '2026-11-22 21:34:56.937+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-03aa-7b7b-8e39-3a3d566c62cf', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', '1002', 'run.started', '{"task": "Finished logistic"}', 'task', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '2026-11-22 21:34:56.938+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-15ce-78e9-971a-aff94bcb28aa', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'run.completed', '{"task": "Finished logistic"}', 'task', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '2026-11-22 21:35:01.582+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-15cf-773c-9b01-3d56ac2d0908', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', '1002', 'run.completed', '{"task": "Finished logistic"}', 'task', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '2026-11-22 21:35:01.583+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-16b0-7ee1-bad2-e116a095cb04', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'task.joined', '{"note": "", "task": "Finished network", "party": "湖滨县医院", "partyEn": "Lakeside County Hospital"}', 'registration', '01a2052f-16af-73c1-849d-c79d21cae504', '01a2052f-162d-7120-8532-f3131b5c8dd0', '2026-11-22 21:35:01.808+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-18d4-7b65-9074-50989ab8918a', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'run.started', '{"task": "Finished network"}', 'task', '01a2052f-162d-7120-8532-f3131b5c8dd0', '01a2052f-162d-7120-8532-f3131b5c8dd0', '2026-11-22 21:35:02.356+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-18d4-744a-b183-688460f83976', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', '1002', 'run.started', '{"task": "Finished network"}', 'task', '01a2052f-162d-7120-8532-f3131b5c8dd0', '01a2052f-162d-7120-8532-f3131b5c8dd0', '2026-11-22 21:35:02.356+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-2c92-7190-9e5d-e3b3e1ae95ae', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'run.completed', '{"task": "Finished network"}', 'task', '01a2052f-162d-7120-8532-f3131b5c8dd0', '01a2052f-162d-7120-8532-f3131b5c8dd0', '2026-11-22 21:35:07.41+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-2c93-7888-aea9-67ee5c7ce418', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', '1002', 'run.completed', '{"task": "Finished network"}', 'task', '01a2052f-162d-7120-8532-f3131b5c8dd0', '01a2052f-162d-7120-8532-f3131b5c8dd0', '2026-11-22 21:35:07.411+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-2d4a-75c2-af38-7f1e5f3b53d2', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'task.joined', '{"note": "", "task": "Finished linear", "party": "湖滨县医院", "partyEn": "Lakeside County Hospital"}', 'registration', '01a2052f-2d46-72ee-af61-baab586bad72', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '2026-11-22 21:35:07.594+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-2f6c-7989-bf94-45919e8b23ca', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'run.started', '{"task": "Finished linear"}', 'task', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '2026-11-22 21:35:08.14+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-2f6d-7bbf-9c56-6f9aceb55d2e', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', '1002', 'run.started', '{"task": "Finished linear"}', 'task', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '2026-11-22 21:35:08.141+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-43f4-755e-9736-07f28fb692c6', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'run.completed', '{"task": "Finished linear"}', 'task', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '2026-11-22 21:35:13.396+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-43f6-78a2-a241-7adbee77b08d', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', '1002', 'run.completed', '{"task": "Finished linear"}', 'task', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '2026-11-22 21:35:13.398+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-4535-75dd-9117-8e1b0095df45', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'run.started', '{"task": "Finished alone"}', 'task', '01a2052f-4440-7a38-9a91-94aa1080ab32', '01a2052f-4440-7a38-9a91-94aa1080ab32', '2026-11-22 21:35:13.717+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-578b-7e82-8440-6cf7da4ff150', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'run.completed', '{"task": "Finished alone"}', 'task', '01a2052f-4440-7a38-9a91-94aa1080ab32', '01a2052f-4440-7a38-9a91-94aa1080ab32', '2026-11-22 21:35:18.411+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-608b-7416-bfa8-433ed78e4785', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'task.joined', '{"note": "", "task": "Nobody signed", "party": "湖滨县医院", "partyEn": "Lakeside County Hospital"}', 'registration', '01a2052f-6071-7ba7-b0d3-465cc8496baf', '01a2052f-600f-7508-bc71-c63cc49bd626', '2026-11-22 21:35:20.715+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-6190-71b4-9d4b-cba69bb748ea', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'task.joined', '{"note": "", "task": "One signed", "party": "湖滨县医院", "partyEn": "Lakeside County Hospital"}', 'registration', '01a2052f-618e-71f2-99a5-212d9ca5b458', '01a2052f-613b-749a-9b2d-c232e6fa4b9a', '2026-11-22 21:35:20.976+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-62b7-7754-ba40-42a70df0f1f2', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'task.joined', '{"note": "", "task": "All signed", "party": "湖滨县医院", "partyEn": "Lakeside County Hospital"}', 'registration', '01a2052f-62b3-77db-9b5f-3b6b047181a3', '01a2052f-6244-7461-b76a-a183e7653b08', '2026-11-22 21:35:21.271+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-653c-70d9-9dce-5114c89c47b1', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'task.joined', '{"note": "", "task": "In flight", "party": "湖滨县医院", "partyEn": "Lakeside County Hospital"}', 'registration', '01a2052f-653a-7cab-84d5-35cd9788f4d8', '01a2052f-64d1-79ce-b339-0b07a76f40d6', '2026-11-22 21:35:21.916+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-6732-720c-a5f9-b5b2d3151a61', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '1001', 'run.started', '{"task": "In flight"}', 'task', '01a2052f-64d1-79ce-b339-0b07a76f40d6', '01a2052f-64d1-79ce-b339-0b07a76f40d6', '2026-11-22 21:35:22.418+00', NULL);
INSERT INTO public.notification VALUES ('01a2052f-6732-7390-a107-e318b80d1d8b', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', '1002', 'run.started', '{"task": "In flight"}', 'task', '01a2052f-64d1-79ce-b339-0b07a76f40d6', '01a2052f-64d1-79ce-b339-0b07a76f40d6', '2026-11-22 21:35:22.418+00', NULL);



INSERT INTO public.party VALUES ('1003', '山城大学医院', 'Hillside University Hospital', NULL, NULL, false, '01a2052e-ed25-7ed4-bad9-cfdd2bc2ea85', '2026-11-22 21:34:51.181+00', NULL);
INSERT INTO public.party VALUES ('1001', '滨江门诊部', 'Riverside Clinic', NULL, 'http://localhost:9301', true, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '2026-11-22 21:34:51.043+00', NULL);
INSERT INTO public.party VALUES ('1002', '湖滨县医院', 'Lakeside County Hospital', NULL, 'http://localhost:9302', true, '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', '2026-11-22 21:34:51.108+00', NULL);









INSERT INTO public.party_member VALUES ('1001', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'super-admin', 'A01', '2026-11-22 21:34:51.043+00');
INSERT INTO public.party_member VALUES ('1002', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'super-admin', 'A01', '2026-11-22 21:34:51.108+00');
INSERT INTO public.party_member VALUES ('1003', '01a2052e-ed25-7ed4-bad9-cfdd2bc2ea85', 'super-admin', 'A01', '2026-11-22 21:34:51.181+00');



INSERT INTO public.platform_log VALUES (1, '2026-11-22 21:34:51.026+00', 'account.registered', '{"userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6"}', '0000000000000000000000000000000000000000000000000000000000000000', 'a66859b0518ef01e06a80966ea4d2dc71fc96746a409b60cf8a685e5000eec50');
INSERT INTO public.platform_log VALUES (2, '2026-11-22 21:34:51.051+00', 'party.created', '{"name": "滨江门诊部", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "partyId": "1001"}', 'a66859b0518ef01e06a80966ea4d2dc71fc96746a409b60cf8a685e5000eec50', '035533118fae765b6664cf19c164a11d78990edeaf841919cffe6f8fa0b4b53f');
INSERT INTO public.platform_log VALUES (3, '2026-11-22 21:34:51.1+00', 'account.registered', '{"userId": "01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98"}', '035533118fae765b6664cf19c164a11d78990edeaf841919cffe6f8fa0b4b53f', '88bb30a545ee9ea80879c6cebda19c9dc8640b1d245791bfba4616d022983235');
INSERT INTO public.platform_log VALUES (4, '2026-11-22 21:34:51.115+00', 'party.created', '{"name": "湖滨县医院", "userId": "01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98", "partyId": "1002"}', '88bb30a545ee9ea80879c6cebda19c9dc8640b1d245791bfba4616d022983235', '09a739f1d54e841475afdc44c27398356d955dfaf819a3f998d85db322d6e974');
INSERT INTO public.platform_log VALUES (5, '2026-11-22 21:34:51.175+00', 'account.registered', '{"userId": "01a2052e-ed25-7ed4-bad9-cfdd2bc2ea85"}', '09a739f1d54e841475afdc44c27398356d955dfaf819a3f998d85db322d6e974', '51181d9771d74e0787d92ec2cc18d427641a84e0ec4bdcee2a00dce76b1248a2');
INSERT INTO public.platform_log VALUES (6, '2026-11-22 21:34:51.183+00', 'party.created', '{"name": "山城大学医院", "userId": "01a2052e-ed25-7ed4-bad9-cfdd2bc2ea85", "partyId": "1003"}', '51181d9771d74e0787d92ec2cc18d427641a84e0ec4bdcee2a00dce76b1248a2', '050e1999652bb8844d96bc708955d0b1e6788535c3b659571d83bf929a23661b');
INSERT INTO public.platform_log VALUES (7, '2026-11-22 21:34:51.236+00', 'account.logged-in', '{"userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6"}', '050e1999652bb8844d96bc708955d0b1e6788535c3b659571d83bf929a23661b', '98915e4482fb57cf71aae7718dde430b7ee24cf6a1b773bf08cf1084c4e398a5');
INSERT INTO public.platform_log VALUES (8, '2026-11-22 21:34:51.265+00', 'account.logged-in', '{"userId": "01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98"}', '98915e4482fb57cf71aae7718dde430b7ee24cf6a1b773bf08cf1084c4e398a5', 'b28a0d12af3ada0de2fbc895790a7961f669a2f43f337f0f0f951b0a7435184b');
INSERT INTO public.platform_log VALUES (9, '2026-11-22 21:34:51.289+00', 'account.logged-in', '{"userId": "01a2052e-ed25-7ed4-bad9-cfdd2bc2ea85"}', 'b28a0d12af3ada0de2fbc895790a7961f669a2f43f337f0f0f951b0a7435184b', '804e34f3aea1d381204d973d8c5de3a7b79521d6497b24ae11a9eef559286e93');
INSERT INTO public.platform_log VALUES (10, '2026-11-22 21:34:51.299+00', 'edge.enrolment-created', '{"userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "partyId": "1001"}', '804e34f3aea1d381204d973d8c5de3a7b79521d6497b24ae11a9eef559286e93', '4991bf4a2823c2aa808204010b8bec8d483e6db90c9eed32dd1213a1a098a3aa');
INSERT INTO public.platform_log VALUES (11, '2026-11-22 21:34:51.315+00', 'edge.enrolment-created', '{"userId": "01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98", "partyId": "1002"}', '4991bf4a2823c2aa808204010b8bec8d483e6db90c9eed32dd1213a1a098a3aa', 'e5f8b9c3ad746e05d3b6d5fd6e4973d5c117ec7a429f27c73f5d3815f2719f3c');
INSERT INTO public.platform_log VALUES (12, '2026-11-22 21:34:52.631+00', 'edge.enrolled', '{"edgeUrl": "http://localhost:9301", "partyId": "1001", "linkKeyHash": "129543b445cb5cc0b833800d6238268a82acdd22c50e9378e5794ce2671c6705"}', 'e5f8b9c3ad746e05d3b6d5fd6e4973d5c117ec7a429f27c73f5d3815f2719f3c', 'b818ed332da42d6538e798383327272f39e17a13c313be7bfacd6c3b86bbfb61');
INSERT INTO public.platform_log VALUES (13, '2026-11-22 21:34:52.717+00', 'edge.enrolled', '{"edgeUrl": "http://localhost:9302", "partyId": "1002", "linkKeyHash": "cea94b7c50df41ff0c8c80039941aca121f1ccd4ed0ce550dc71584585fd55dc"}', 'b818ed332da42d6538e798383327272f39e17a13c313be7bfacd6c3b86bbfb61', 'a8cb204330245b7bd4830eab1b2645c235268929f7c3ac93817cb5de38d45592');
INSERT INTO public.platform_log VALUES (14, '2026-11-22 21:34:55.963+00', 'dataset.told', '{"name": "Biopsies", "taskId": null, "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "809105e1-423c-4717-b379-31dd141be29e"}', 'a8cb204330245b7bd4830eab1b2645c235268929f7c3ac93817cb5de38d45592', '9f3a4b1ee16b8eb6e5350b31f1089fa30535508a2597468a2ee3ceb5599a9871');
INSERT INTO public.platform_log VALUES (15, '2026-11-22 21:34:56.089+00', 'dataset.told', '{"name": "Biopsies", "taskId": null, "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "ecb44198-bc59-4f8e-bbd8-3647151d6723"}', '9f3a4b1ee16b8eb6e5350b31f1089fa30535508a2597468a2ee3ceb5599a9871', '993a86ff11183bc98a8ccd541401a1fdc9d2e5c958fab53e958cc59a890bb25d');
INSERT INTO public.platform_log VALUES (16, '2026-11-22 21:34:56.208+00', 'dataset.told', '{"name": "Sample vision", "taskId": null, "deleted": false, "partyId": "1001", "rowCount": 24, "datasetId": "de3dc387-1427-4cab-8f57-f0797858d8e0"}', '993a86ff11183bc98a8ccd541401a1fdc9d2e5c958fab53e958cc59a890bb25d', 'f6ef7bfc049ccf6f52c6f6109c13826bee7bcfba9d0bbcc552087a578abc57eb');
INSERT INTO public.platform_log VALUES (17, '2026-11-22 21:34:56.336+00', 'dataset.told', '{"name": "Sample yolo", "taskId": null, "deleted": false, "partyId": "1001", "rowCount": 24, "datasetId": "3d53104d-06e8-4027-a414-9c1218efdc86"}', 'f6ef7bfc049ccf6f52c6f6109c13826bee7bcfba9d0bbcc552087a578abc57eb', '156a5801214f395195ec51a7da1cd206dc8edffb172d8284fbe7569abf32c09e');
INSERT INTO public.platform_log VALUES (18, '2026-11-22 21:34:56.388+00', 'dataset.told', '{"name": "Sample nlp", "taskId": null, "deleted": false, "partyId": "1001", "rowCount": 28, "datasetId": "eb29fae4-34ee-467c-96a2-6c2d31761f3e"}', '156a5801214f395195ec51a7da1cd206dc8edffb172d8284fbe7569abf32c09e', 'a82e07f59246a1566144e67372b4a2efcc9d124365bd1725826515e7caacb0ab');
INSERT INTO public.platform_log VALUES (19, '2026-11-22 21:34:56.454+00', 'dataset.told', '{"name": "Sample graph", "taskId": null, "deleted": false, "partyId": "1001", "rowCount": 34, "datasetId": "d5ce47a9-a7d8-4f1a-bda4-3d7afd56a0cc"}', 'a82e07f59246a1566144e67372b4a2efcc9d124365bd1725826515e7caacb0ab', '619146632149b2976b785af8df294ae0e11626bd4d8406aa728aceb6918b1a14');
INSERT INTO public.platform_log VALUES (20, '2026-11-22 21:34:56.465+00', 'task.created', '{"taskId": "01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "partyId": "1001"}', '619146632149b2976b785af8df294ae0e11626bd4d8406aa728aceb6918b1a14', 'e04312acd7d36487b7e8b341697693acfc3f2ff02aacef52e4946f330525bb35');
INSERT INTO public.platform_log VALUES (21, '2026-11-22 21:34:56.522+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "a120f56b-a322-42b8-adc3-a3bbe662ad6e"}', 'e04312acd7d36487b7e8b341697693acfc3f2ff02aacef52e4946f330525bb35', 'e5f473f084bac08a18c1c8e1ad27f29f325cf2f0b8170de704cd2aaf25622751');
INSERT INTO public.platform_log VALUES (22, '2026-11-22 21:34:56.538+00', 'task.data-offered', '{"taskId": "01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b", "partyId": "1001", "datasetId": "a120f56b-a322-42b8-adc3-a3bbe662ad6e"}', 'e5f473f084bac08a18c1c8e1ad27f29f325cf2f0b8170de704cd2aaf25622751', '6aa318243260cfffdd1ff1dd3b38e7a2e751a0e637c4943e04335d876050cf6f');
INSERT INTO public.platform_log VALUES (23, '2026-11-22 21:34:56.553+00', 'task.changed', '{"taskId": "01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', '6aa318243260cfffdd1ff1dd3b38e7a2e751a0e637c4943e04335d876050cf6f', '464da4f54d9d5fa107499fd478034a1602986ec6c40d6c518772790461f4d18d');
INSERT INTO public.platform_log VALUES (24, '2026-11-22 21:34:56.574+00', 'task.changed', '{"taskId": "01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', '464da4f54d9d5fa107499fd478034a1602986ec6c40d6c518772790461f4d18d', '4a68a0f3259f47553243b0185283dcae804e8118d45167f55faf9db01e4be8d7');
INSERT INTO public.platform_log VALUES (25, '2026-11-22 21:34:56.59+00', 'task.changed', '{"taskId": "01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": "0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d"}', '4a68a0f3259f47553243b0185283dcae804e8118d45167f55faf9db01e4be8d7', 'cfcc9e88a7b21df73c23847d6a0a07062f2f0dd299b3b4a9120fc883b094341f');
INSERT INTO public.platform_log VALUES (26, '2026-11-22 21:34:56.602+00', 'task.join', '{"taskId": "01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b", "userId": "01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98", "partyId": "1002"}', 'cfcc9e88a7b21df73c23847d6a0a07062f2f0dd299b3b4a9120fc883b094341f', '221e28d92033d4acb196ea8f53b3c3a2d44d541a6a38278f2551cb240ca2d894');
INSERT INTO public.platform_log VALUES (27, '2026-11-22 21:34:56.665+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b", "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "e38574fd-4129-4072-ae85-4161e74323ee"}', '221e28d92033d4acb196ea8f53b3c3a2d44d541a6a38278f2551cb240ca2d894', 'df780009eb756366c22fd8adfab0469dc058be02c967af549a0246435e3e22f4');
INSERT INTO public.platform_log VALUES (28, '2026-11-22 21:34:56.729+00', 'task.data-offered', '{"taskId": "01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b", "partyId": "1002", "datasetId": "e38574fd-4129-4072-ae85-4161e74323ee"}', 'df780009eb756366c22fd8adfab0469dc058be02c967af549a0246435e3e22f4', '497b2355437b2cd5616b1d869434cdb1da58be53300aa867d3fe9872ab1abcc4');
INSERT INTO public.platform_log VALUES (29, '2026-11-22 21:34:56.94+00', 'run.started', '{"runId": "01a2052f-03a7-74d5-8600-96f454e4756c", "taskId": "01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": "0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d"}', '497b2355437b2cd5616b1d869434cdb1da58be53300aa867d3fe9872ab1abcc4', 'cc7aaaba6e0ae4852791c3aa19c6c98f87922a186356ddb9ac45166badb4991b');
INSERT INTO public.platform_log VALUES (30, '2026-11-22 21:35:01.579+00', 'model.trained', '{"runId": "01a2052f-03a7-74d5-8600-96f454e4756c", "sha256": "c2603d68bd998c20c4d226e249c18d964c648644a2fb5217682a527411da490d", "codeHash": "1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d"}', 'cc7aaaba6e0ae4852791c3aa19c6c98f87922a186356ddb9ac45166badb4991b', 'c1762276de956ef06b7dc363291c0ec0187138e961c70d5f50975f26045596c5');
INSERT INTO public.platform_log VALUES (31, '2026-11-22 21:35:01.584+00', 'run.completed', '{"runId": "01a2052f-03a7-74d5-8600-96f454e4756c", "taskId": "01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b"}', 'c1762276de956ef06b7dc363291c0ec0187138e961c70d5f50975f26045596c5', '6056013aea7781c62356e701910db6052ecadd6caa5badf39b71e73cc1cb41e8');
INSERT INTO public.platform_log VALUES (32, '2026-11-22 21:35:01.677+00', 'task.created', '{"taskId": "01a2052f-162d-7120-8532-f3131b5c8dd0", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "partyId": "1001"}', '6056013aea7781c62356e701910db6052ecadd6caa5badf39b71e73cc1cb41e8', '7b124357bb757d16d242c8fbffaf271112d063af78ecf6caee7fdafa10456296');
INSERT INTO public.platform_log VALUES (33, '2026-11-22 21:35:01.731+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-162d-7120-8532-f3131b5c8dd0", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "7898bed1-fede-4723-baf4-ac60051af6d6"}', '7b124357bb757d16d242c8fbffaf271112d063af78ecf6caee7fdafa10456296', 'f49e0a559a9c7522d9d2bcee341cf4539fe797a60b13bb8e1b7dac0d963f832e');
INSERT INTO public.platform_log VALUES (34, '2026-11-22 21:35:01.745+00', 'task.data-offered', '{"taskId": "01a2052f-162d-7120-8532-f3131b5c8dd0", "partyId": "1001", "datasetId": "7898bed1-fede-4723-baf4-ac60051af6d6"}', 'f49e0a559a9c7522d9d2bcee341cf4539fe797a60b13bb8e1b7dac0d963f832e', 'b3b66439a66ec062a7c393e7241c92ebd3ea2b9f05032cf274b40d7fd9943ef6');
INSERT INTO public.platform_log VALUES (35, '2026-11-22 21:35:01.769+00', 'task.changed', '{"taskId": "01a2052f-162d-7120-8532-f3131b5c8dd0", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', 'b3b66439a66ec062a7c393e7241c92ebd3ea2b9f05032cf274b40d7fd9943ef6', '77ef83f57eefd032fa53b727326913d01744363e089833e58d1e72bee8f3f850');
INSERT INTO public.platform_log VALUES (36, '2026-11-22 21:35:01.782+00', 'task.changed', '{"taskId": "01a2052f-162d-7120-8532-f3131b5c8dd0", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', '77ef83f57eefd032fa53b727326913d01744363e089833e58d1e72bee8f3f850', '43f2759d6fdac5039a7a7b19619204306541bde426cc9a4ea4c518d8abded9fa');
INSERT INTO public.platform_log VALUES (37, '2026-11-22 21:35:01.799+00', 'task.changed', '{"taskId": "01a2052f-162d-7120-8532-f3131b5c8dd0", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": "f46020a5fab811f4dc90d9b3a95043cc5981a1abef1e8769c5884b0cf6befb3b"}', '43f2759d6fdac5039a7a7b19619204306541bde426cc9a4ea4c518d8abded9fa', '24d3ded8b1d1c7bb28e9ecdcc8116abebd61041288afde91c0cc88362bd346e5');
INSERT INTO public.platform_log VALUES (38, '2026-11-22 21:35:01.807+00', 'task.join', '{"taskId": "01a2052f-162d-7120-8532-f3131b5c8dd0", "userId": "01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98", "partyId": "1002"}', '24d3ded8b1d1c7bb28e9ecdcc8116abebd61041288afde91c0cc88362bd346e5', '2edf5986a1d44ebab9ea7a90b86894ec67fccfb55973fc97cce7ab030f2b7248');
INSERT INTO public.platform_log VALUES (39, '2026-11-22 21:35:01.851+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-162d-7120-8532-f3131b5c8dd0", "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "2cade9c4-e43e-41f8-b1fa-691f2b8d1b84"}', '2edf5986a1d44ebab9ea7a90b86894ec67fccfb55973fc97cce7ab030f2b7248', '2626c5d53e1d009141957e957b48988122e8182382af9007ff91f610dd3cb11f');
INSERT INTO public.platform_log VALUES (40, '2026-11-22 21:35:01.866+00', 'task.data-offered', '{"taskId": "01a2052f-162d-7120-8532-f3131b5c8dd0", "partyId": "1002", "datasetId": "2cade9c4-e43e-41f8-b1fa-691f2b8d1b84"}', '2626c5d53e1d009141957e957b48988122e8182382af9007ff91f610dd3cb11f', 'e5c9b6c60cd3ca9b5c193b79f19cbfb983b865736327c2f9ce646c9dd849b30f');
INSERT INTO public.platform_log VALUES (41, '2026-11-22 21:35:02.357+00', 'run.started', '{"runId": "01a2052f-18d2-7557-ae7c-3153e8bd6b03", "taskId": "01a2052f-162d-7120-8532-f3131b5c8dd0", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": "f46020a5fab811f4dc90d9b3a95043cc5981a1abef1e8769c5884b0cf6befb3b"}', 'e5c9b6c60cd3ca9b5c193b79f19cbfb983b865736327c2f9ce646c9dd849b30f', '76d6b0f35bb29b84c96163dd132b4de92c61851eee629288444e251b65596c68');
INSERT INTO public.platform_log VALUES (42, '2026-11-22 21:35:07.406+00', 'model.trained', '{"runId": "01a2052f-18d2-7557-ae7c-3153e8bd6b03", "sha256": "3941a126b1aa58468697952be625beacce64e4b0965f7cd998cb0a2b865d3237", "codeHash": "a7126d8e6735210362fc23381b38050703a78e038c74e9932b361ca87901b23b"}', '76d6b0f35bb29b84c96163dd132b4de92c61851eee629288444e251b65596c68', '1c101e428ace5925670454c92d1707dfa273501d76ef68f19c3b22215220deae');
INSERT INTO public.platform_log VALUES (43, '2026-11-22 21:35:07.412+00', 'run.completed', '{"runId": "01a2052f-18d2-7557-ae7c-3153e8bd6b03", "taskId": "01a2052f-162d-7120-8532-f3131b5c8dd0"}', '1c101e428ace5925670454c92d1707dfa273501d76ef68f19c3b22215220deae', '6729034028ae3b74e58d964d7678186eeb5c9c1e26e1b3ed849a175f9eef05ca');
INSERT INTO public.platform_log VALUES (44, '2026-11-22 21:35:07.471+00', 'task.created', '{"taskId": "01a2052f-2ccf-75c1-87ff-d9c428fd8751", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "partyId": "1001"}', '6729034028ae3b74e58d964d7678186eeb5c9c1e26e1b3ed849a175f9eef05ca', 'b670fa7ab927f5e84218aedd5592116a50c08e2f86ab108f92b6129a023e578f');
INSERT INTO public.platform_log VALUES (45, '2026-11-22 21:35:07.518+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-2ccf-75c1-87ff-d9c428fd8751", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "16d3119c-db14-440c-a4d3-8226e49a9b43"}', 'b670fa7ab927f5e84218aedd5592116a50c08e2f86ab108f92b6129a023e578f', 'ad239a31f3fc126d173164cc824a3367af0a1ffadf02f734712bd1198093aa5e');
INSERT INTO public.platform_log VALUES (46, '2026-11-22 21:35:07.534+00', 'task.data-offered', '{"taskId": "01a2052f-2ccf-75c1-87ff-d9c428fd8751", "partyId": "1001", "datasetId": "16d3119c-db14-440c-a4d3-8226e49a9b43"}', 'ad239a31f3fc126d173164cc824a3367af0a1ffadf02f734712bd1198093aa5e', '501ce00a086808640741eea504406f53c1726a21beebedf14f8f9431b01fb248');
INSERT INTO public.platform_log VALUES (47, '2026-11-22 21:35:07.547+00', 'task.changed', '{"taskId": "01a2052f-2ccf-75c1-87ff-d9c428fd8751", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', '501ce00a086808640741eea504406f53c1726a21beebedf14f8f9431b01fb248', '5c5b22310a53f77a054689902b508a1e4fb3a3dd88d869c3120c3a64cfe76eb2');
INSERT INTO public.platform_log VALUES (48, '2026-11-22 21:35:07.558+00', 'task.changed', '{"taskId": "01a2052f-2ccf-75c1-87ff-d9c428fd8751", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', '5c5b22310a53f77a054689902b508a1e4fb3a3dd88d869c3120c3a64cfe76eb2', '68812b1b84b20ef3cce16d3e7722414bde6562cbb973a0f036070da57d5c0fab');
INSERT INTO public.platform_log VALUES (49, '2026-11-22 21:35:07.576+00', 'task.changed', '{"taskId": "01a2052f-2ccf-75c1-87ff-d9c428fd8751", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": "733a7670060017a1d6548e421f662ab263a6dc99ab9ef893c52b12666bdf24f7"}', '68812b1b84b20ef3cce16d3e7722414bde6562cbb973a0f036070da57d5c0fab', '3d6a4e3a7cd84ee48433cc65d3858f87a0c831e47367a43990b174f0c6cca39f');
INSERT INTO public.platform_log VALUES (50, '2026-11-22 21:35:07.591+00', 'task.join', '{"taskId": "01a2052f-2ccf-75c1-87ff-d9c428fd8751", "userId": "01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98", "partyId": "1002"}', '3d6a4e3a7cd84ee48433cc65d3858f87a0c831e47367a43990b174f0c6cca39f', '45007832e624c479f73e9e0a58aaba58f81297924d86f504167af44099e9cafa');
INSERT INTO public.platform_log VALUES (51, '2026-11-22 21:35:07.639+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-2ccf-75c1-87ff-d9c428fd8751", "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "07f72cb8-641c-4b82-a95b-477c6826a82b"}', '45007832e624c479f73e9e0a58aaba58f81297924d86f504167af44099e9cafa', 'eabd3ea56397e529ee16f99782bd346e44be1b294772ca59c0382f7155a96437');
INSERT INTO public.platform_log VALUES (52, '2026-11-22 21:35:07.652+00', 'task.data-offered', '{"taskId": "01a2052f-2ccf-75c1-87ff-d9c428fd8751", "partyId": "1002", "datasetId": "07f72cb8-641c-4b82-a95b-477c6826a82b"}', 'eabd3ea56397e529ee16f99782bd346e44be1b294772ca59c0382f7155a96437', '7986718260da2168104cdea32b79a2d9ff03519bb635e998ca138826865deac0');
INSERT INTO public.platform_log VALUES (53, '2026-11-22 21:35:08.142+00', 'run.started', '{"runId": "01a2052f-2f6b-71fe-8363-b2de5797a311", "taskId": "01a2052f-2ccf-75c1-87ff-d9c428fd8751", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": "733a7670060017a1d6548e421f662ab263a6dc99ab9ef893c52b12666bdf24f7"}', '7986718260da2168104cdea32b79a2d9ff03519bb635e998ca138826865deac0', 'ebf0b9d070a7970ea3d5101cba4f6ef08b1b236976defee678d4346041357a1d');
INSERT INTO public.platform_log VALUES (54, '2026-11-22 21:35:13.388+00', 'model.trained', '{"runId": "01a2052f-2f6b-71fe-8363-b2de5797a311", "sha256": "a5e874c78fcbffaa194d4f5f8b65f8ac49bbeb87a38aa53976fc0496f16fb734", "codeHash": "7134033887fb6267f3cf9babfe0a38c5335b4d8da7f8d0a501de2f108ff897db"}', 'ebf0b9d070a7970ea3d5101cba4f6ef08b1b236976defee678d4346041357a1d', 'bd42d05589547045f30e26b88ba00da4743b21dcaa7710085d6b9042aab56fef');
INSERT INTO public.platform_log VALUES (55, '2026-11-22 21:35:13.399+00', 'run.completed', '{"runId": "01a2052f-2f6b-71fe-8363-b2de5797a311", "taskId": "01a2052f-2ccf-75c1-87ff-d9c428fd8751"}', 'bd42d05589547045f30e26b88ba00da4743b21dcaa7710085d6b9042aab56fef', '6339a9a9e73106f09ddcac4eb892830aa00423550bd0c4f510123fb3d72d2adf');
INSERT INTO public.platform_log VALUES (56, '2026-11-22 21:35:13.472+00', 'task.created', '{"taskId": "01a2052f-4440-7a38-9a91-94aa1080ab32", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "partyId": "1001"}', '6339a9a9e73106f09ddcac4eb892830aa00423550bd0c4f510123fb3d72d2adf', 'd6cf3ecb8d7896a0e9e8e7f578aa78c86c267fab3b8b21b0a27905cc39422046');
INSERT INTO public.platform_log VALUES (57, '2026-11-22 21:35:13.516+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-4440-7a38-9a91-94aa1080ab32", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "57e8df10-20f7-4593-b61b-20f3f45fec23"}', 'd6cf3ecb8d7896a0e9e8e7f578aa78c86c267fab3b8b21b0a27905cc39422046', '5c3703ae68447acdf889e587fecbd852af203e50d3bef0407bf63c03ccbce562');
INSERT INTO public.platform_log VALUES (58, '2026-11-22 21:35:13.536+00', 'task.data-offered', '{"taskId": "01a2052f-4440-7a38-9a91-94aa1080ab32", "partyId": "1001", "datasetId": "57e8df10-20f7-4593-b61b-20f3f45fec23"}', '5c3703ae68447acdf889e587fecbd852af203e50d3bef0407bf63c03ccbce562', '506e45141a78339aa98a367c01fb251e08bb444164996432a93768cd0bafdb85');
INSERT INTO public.platform_log VALUES (59, '2026-11-22 21:35:13.558+00', 'task.changed', '{"taskId": "01a2052f-4440-7a38-9a91-94aa1080ab32", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', '506e45141a78339aa98a367c01fb251e08bb444164996432a93768cd0bafdb85', 'e0f9fb619fddb85f4ac45e733a1844ba18a64a25276d13cf10e5b17f5a3c8329');
INSERT INTO public.platform_log VALUES (60, '2026-11-22 21:35:13.574+00', 'task.changed', '{"taskId": "01a2052f-4440-7a38-9a91-94aa1080ab32", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', 'e0f9fb619fddb85f4ac45e733a1844ba18a64a25276d13cf10e5b17f5a3c8329', '7ed3c07ebd40ea1d3c7f679a7be644632e27436fd66f44894ae722dfe8e03d06');
INSERT INTO public.platform_log VALUES (61, '2026-11-22 21:35:13.584+00', 'task.changed', '{"taskId": "01a2052f-4440-7a38-9a91-94aa1080ab32", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": "0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d"}', '7ed3c07ebd40ea1d3c7f679a7be644632e27436fd66f44894ae722dfe8e03d06', '6d1b99014e8d8c3ad073439ccc16044c95e1e7715f888796eb7fe2be4b8dbf4b');
INSERT INTO public.platform_log VALUES (62, '2026-11-22 21:35:13.718+00', 'run.started', '{"runId": "01a2052f-4533-781c-9a42-49c3b7ee6c4a", "taskId": "01a2052f-4440-7a38-9a91-94aa1080ab32", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": "0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d"}', '6d1b99014e8d8c3ad073439ccc16044c95e1e7715f888796eb7fe2be4b8dbf4b', '688df0bd70a5cb51eec088099c7fdf9f1a2c69e8ae2c5d1b68eaa1b6e6bd1dde');
INSERT INTO public.platform_log VALUES (63, '2026-11-22 21:35:18.408+00', 'model.trained', '{"runId": "01a2052f-4533-781c-9a42-49c3b7ee6c4a", "sha256": "71c7656ffa47d449d3eb15ba0f512c9d384b6668f75f08fe2ce4ce29128ae6e2", "codeHash": "1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d"}', '688df0bd70a5cb51eec088099c7fdf9f1a2c69e8ae2c5d1b68eaa1b6e6bd1dde', '4d9df614d20f6785530d555f949e4f6a682a596cfe791ca5688963ec11ef6579');
INSERT INTO public.platform_log VALUES (64, '2026-11-22 21:35:18.412+00', 'run.completed', '{"runId": "01a2052f-4533-781c-9a42-49c3b7ee6c4a", "taskId": "01a2052f-4440-7a38-9a91-94aa1080ab32"}', '4d9df614d20f6785530d555f949e4f6a682a596cfe791ca5688963ec11ef6579', '3bc129408b91175ba51686b2f024665e8dd1ddf49c5675e86bb8a97e0b0ce0be');
INSERT INTO public.platform_log VALUES (65, '2026-11-22 21:35:18.506+00', 'model.published', '{"userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "modelId": "01a2052f-57e9-7ce3-bf13-1096135db4e0", "sourceModelId": "01a2052f-15cb-73aa-9bb6-77eb951a3341"}', '3bc129408b91175ba51686b2f024665e8dd1ddf49c5675e86bb8a97e0b0ce0be', '5b411baa4b6db1f6f2b5933739fec03493b9d7e70469e0d71b6bccd2292b271f');
INSERT INTO public.platform_log VALUES (66, '2026-11-22 21:35:18.517+00', 'model.copied', '{"userId": "01a2052e-ed25-7ed4-bad9-cfdd2bc2ea85", "modelId": "01a2052f-57f4-7044-9060-3c14a738b911", "partyId": "1003", "sourceModelId": "01a2052f-57e9-7ce3-bf13-1096135db4e0"}', '5b411baa4b6db1f6f2b5933739fec03493b9d7e70469e0d71b6bccd2292b271f', 'c23a44c449b804ba7a947dd8ef6eec6e8f8a84169e88ad0c5f04e094ab0f09b2');
INSERT INTO public.platform_log VALUES (69, '2026-11-22 21:35:20.591+00', 'task.created', '{"taskId": "01a2052f-600f-7508-bc71-c63cc49bd626", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "partyId": "1001"}', '5b75f52b9f1cba67d96f670ae25ad1d999169c4c68ec29e453b69ad29597e0c5', '9f95355543cc8f8eeda3ddc5d8b5eb3363985f086858eb23f7a78d67cfd728f0');
INSERT INTO public.platform_log VALUES (70, '2026-11-22 21:35:20.636+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-600f-7508-bc71-c63cc49bd626", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "2c62fc71-a4a6-4308-9d23-1a84b2c5070b"}', '9f95355543cc8f8eeda3ddc5d8b5eb3363985f086858eb23f7a78d67cfd728f0', 'b1f83f63a8ab2a00621e76a25a33f9449945a577fad2a4f369db851b163adab8');
INSERT INTO public.platform_log VALUES (71, '2026-11-22 21:35:20.647+00', 'task.data-offered', '{"taskId": "01a2052f-600f-7508-bc71-c63cc49bd626", "partyId": "1001", "datasetId": "2c62fc71-a4a6-4308-9d23-1a84b2c5070b"}', 'b1f83f63a8ab2a00621e76a25a33f9449945a577fad2a4f369db851b163adab8', '23fe6fa330d97c27e84a3d60e74c9649b3dbaed42453c6e07f706f3f7be9cb08');
INSERT INTO public.platform_log VALUES (72, '2026-11-22 21:35:20.662+00', 'task.changed', '{"taskId": "01a2052f-600f-7508-bc71-c63cc49bd626", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', '23fe6fa330d97c27e84a3d60e74c9649b3dbaed42453c6e07f706f3f7be9cb08', '39c63b4e772113a81b842f24f6c839703d468d673d7ecfbe74ca498f5d7db068');
INSERT INTO public.platform_log VALUES (73, '2026-11-22 21:35:20.674+00', 'task.changed', '{"taskId": "01a2052f-600f-7508-bc71-c63cc49bd626", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', '39c63b4e772113a81b842f24f6c839703d468d673d7ecfbe74ca498f5d7db068', 'e6f73ee8809c541f32513da12b14bdb19c9554ed06d5ab267684c9d270f121de');
INSERT INTO public.platform_log VALUES (74, '2026-11-22 21:35:20.683+00', 'task.changed', '{"taskId": "01a2052f-600f-7508-bc71-c63cc49bd626", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": "1e1ceead992d9d04d958260ac27a789fca3a78555c4fb6960ae814f34b73b5e0"}', 'e6f73ee8809c541f32513da12b14bdb19c9554ed06d5ab267684c9d270f121de', 'ef8a428f5242c3490271bfcc904aad04e5dcfb84a14c920a902361ad76ec2772');
INSERT INTO public.platform_log VALUES (75, '2026-11-22 21:35:20.69+00', 'task.join', '{"taskId": "01a2052f-600f-7508-bc71-c63cc49bd626", "userId": "01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98", "partyId": "1002"}', 'ef8a428f5242c3490271bfcc904aad04e5dcfb84a14c920a902361ad76ec2772', '4446e3b590ce75e9b9570419e070077a115f58d75f57c3698f796d3364624a07');
INSERT INTO public.platform_log VALUES (76, '2026-11-22 21:35:20.866+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-600f-7508-bc71-c63cc49bd626", "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "cebbb180-a91e-47df-8d5f-c71a5f2a6aeb"}', '4446e3b590ce75e9b9570419e070077a115f58d75f57c3698f796d3364624a07', 'a1cd9a4b6d4f0c8cf0ee50fdece7476d0879a15d1801f2655fdd9a5a792c64d3');
INSERT INTO public.platform_log VALUES (77, '2026-11-22 21:35:20.885+00', 'task.data-offered', '{"taskId": "01a2052f-600f-7508-bc71-c63cc49bd626", "partyId": "1002", "datasetId": "cebbb180-a91e-47df-8d5f-c71a5f2a6aeb"}', 'a1cd9a4b6d4f0c8cf0ee50fdece7476d0879a15d1801f2655fdd9a5a792c64d3', '1234ee6d8d01798a84ceb6a8de6039189771067f25f758c1a77da7693a571142');
INSERT INTO public.platform_log VALUES (78, '2026-11-22 21:35:20.891+00', 'task.created', '{"taskId": "01a2052f-613b-749a-9b2d-c232e6fa4b9a", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "partyId": "1001"}', '1234ee6d8d01798a84ceb6a8de6039189771067f25f758c1a77da7693a571142', 'd4be8577bfb13a9e172a2ded9ebe7e5ff29fa7669dfcd8b0e0ebad0d62a1c754');
INSERT INTO public.platform_log VALUES (79, '2026-11-22 21:35:20.918+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-613b-749a-9b2d-c232e6fa4b9a", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "706fde80-91ea-4fca-85d0-bbbeef73f506"}', 'd4be8577bfb13a9e172a2ded9ebe7e5ff29fa7669dfcd8b0e0ebad0d62a1c754', 'c7d447fe825e8ef66e236d9c0a507541bf514e1f75a886a8924f5faa9d5645bf');
INSERT INTO public.platform_log VALUES (80, '2026-11-22 21:35:20.928+00', 'task.data-offered', '{"taskId": "01a2052f-613b-749a-9b2d-c232e6fa4b9a", "partyId": "1001", "datasetId": "706fde80-91ea-4fca-85d0-bbbeef73f506"}', 'c7d447fe825e8ef66e236d9c0a507541bf514e1f75a886a8924f5faa9d5645bf', 'bce8dcabc73503d440d8dcaf43a52e721ce718311511492b2db4f4636efbc7b5');
INSERT INTO public.platform_log VALUES (81, '2026-11-22 21:35:20.939+00', 'task.changed', '{"taskId": "01a2052f-613b-749a-9b2d-c232e6fa4b9a", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', 'bce8dcabc73503d440d8dcaf43a52e721ce718311511492b2db4f4636efbc7b5', 'a9a548c683f03c670cfcb4aaf6e586e86b49c3aecefd52aaac6ccf4ca7ebe2c6');
INSERT INTO public.platform_log VALUES (82, '2026-11-22 21:35:20.954+00', 'task.changed', '{"taskId": "01a2052f-613b-749a-9b2d-c232e6fa4b9a", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', 'a9a548c683f03c670cfcb4aaf6e586e86b49c3aecefd52aaac6ccf4ca7ebe2c6', '22484e28147bc42d3accd75a95c90c86bc276fb519581afbcdc4b8611148045f');
INSERT INTO public.platform_log VALUES (83, '2026-11-22 21:35:20.962+00', 'task.changed', '{"taskId": "01a2052f-613b-749a-9b2d-c232e6fa4b9a", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": "ed0ea5d865c541e138384a4c6c57bcff4f690ae526464ea204d2ee251a9a4d27"}', '22484e28147bc42d3accd75a95c90c86bc276fb519581afbcdc4b8611148045f', '9269bed94ca07035b9cc8c765b0ab18d69965a9c30c107a39d70bc00d0b749b6');
INSERT INTO public.platform_log VALUES (84, '2026-11-22 21:35:20.975+00', 'task.join', '{"taskId": "01a2052f-613b-749a-9b2d-c232e6fa4b9a", "userId": "01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98", "partyId": "1002"}', '9269bed94ca07035b9cc8c765b0ab18d69965a9c30c107a39d70bc00d0b749b6', '4d9bf4e39005c92f79c0ca84df65669e9cc8cc5d53b9e4ad22292e746611ccf3');
INSERT INTO public.platform_log VALUES (85, '2026-11-22 21:35:21.035+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-613b-749a-9b2d-c232e6fa4b9a", "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "7b5a8a1e-5a22-4124-b63b-506eb53b2ed7"}', '4d9bf4e39005c92f79c0ca84df65669e9cc8cc5d53b9e4ad22292e746611ccf3', '021adc23e249cc97b665cb093d3c9ff62ea8e0e7a74eb89506826c3baf13d73c');
INSERT INTO public.platform_log VALUES (86, '2026-11-22 21:35:21.047+00', 'task.data-offered', '{"taskId": "01a2052f-613b-749a-9b2d-c232e6fa4b9a", "partyId": "1002", "datasetId": "7b5a8a1e-5a22-4124-b63b-506eb53b2ed7"}', '021adc23e249cc97b665cb093d3c9ff62ea8e0e7a74eb89506826c3baf13d73c', '334809b33e0c2c48efe84f8acd0f8d93efce7985e1f0c498b142cbb13c1f61cb');
INSERT INTO public.platform_log VALUES (87, '2026-11-22 21:35:21.156+00', 'task.created', '{"taskId": "01a2052f-6244-7461-b76a-a183e7653b08", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "partyId": "1001"}', '334809b33e0c2c48efe84f8acd0f8d93efce7985e1f0c498b142cbb13c1f61cb', '34435af4565fdb4261d8106065e0463c8b628eeb9f2cda8e44408dbf42b10a0f');
INSERT INTO public.platform_log VALUES (88, '2026-11-22 21:35:21.219+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-6244-7461-b76a-a183e7653b08", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "3beaf5fb-f4b2-4699-960d-4703a95f9af1"}', '34435af4565fdb4261d8106065e0463c8b628eeb9f2cda8e44408dbf42b10a0f', 'a44dde43b3b69c9e2901aa2a91a0f81fa69c5ed1605e35c32036f8db7dcc9e94');
INSERT INTO public.platform_log VALUES (89, '2026-11-22 21:35:21.238+00', 'task.data-offered', '{"taskId": "01a2052f-6244-7461-b76a-a183e7653b08", "partyId": "1001", "datasetId": "3beaf5fb-f4b2-4699-960d-4703a95f9af1"}', 'a44dde43b3b69c9e2901aa2a91a0f81fa69c5ed1605e35c32036f8db7dcc9e94', '4acf4e41601e9c8550aa6502bc43cce06cafe503b4369ea7eca7ee49cac7b757');
INSERT INTO public.platform_log VALUES (90, '2026-11-22 21:35:21.246+00', 'task.changed', '{"taskId": "01a2052f-6244-7461-b76a-a183e7653b08", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', '4acf4e41601e9c8550aa6502bc43cce06cafe503b4369ea7eca7ee49cac7b757', 'ce69afc2bc7c282aea4527e463e1e9368ae8452210af1d74a4443907a0748ade');
INSERT INTO public.platform_log VALUES (67, '2026-11-22 21:35:19.643+00', 'inference.created', '{"userId": "01a2052e-ed25-7ed4-bad9-cfdd2bc2ea85", "modelId": "01a2052f-57f4-7044-9060-3c14a738b911", "partyId": "1003", "inferenceId": "01a2052f-5c57-71bb-8c96-41f56eb574cd"}', 'c23a44c449b804ba7a947dd8ef6eec6e8f8a84169e88ad0c5f04e094ab0f09b2', '3041ff8ce71ba3bab0727b220f76b3a94a27cf9a53f846d9e35eadc8dea6c253');
INSERT INTO public.platform_log VALUES (68, '2026-11-22 21:35:20.021+00', 'dataset.told', '{"name": "Held out", "taskId": null, "deleted": false, "partyId": "1001", "rowCount": 115, "datasetId": "ed1085d0-59d3-4e0e-ac84-aab4c8a95412"}', '3041ff8ce71ba3bab0727b220f76b3a94a27cf9a53f846d9e35eadc8dea6c253', '5b75f52b9f1cba67d96f670ae25ad1d999169c4c68ec29e453b69ad29597e0c5');
INSERT INTO public.platform_log VALUES (91, '2026-11-22 21:35:21.254+00', 'task.changed', '{"taskId": "01a2052f-6244-7461-b76a-a183e7653b08", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', 'ce69afc2bc7c282aea4527e463e1e9368ae8452210af1d74a4443907a0748ade', '5d1deec043c3a7dd92b994669bd31a3aaa7fede82e3a25479d4b57ed6af23796');
INSERT INTO public.platform_log VALUES (92, '2026-11-22 21:35:21.26+00', 'task.changed', '{"taskId": "01a2052f-6244-7461-b76a-a183e7653b08", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": "1e1ceead992d9d04d958260ac27a789fca3a78555c4fb6960ae814f34b73b5e0"}', '5d1deec043c3a7dd92b994669bd31a3aaa7fede82e3a25479d4b57ed6af23796', 'aaeb1fdf4dfdcf2ee393f109fd9afb33d180d6c4da75e39219db2543a6f2bdfe');
INSERT INTO public.platform_log VALUES (93, '2026-11-22 21:35:21.27+00', 'task.join', '{"taskId": "01a2052f-6244-7461-b76a-a183e7653b08", "userId": "01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98", "partyId": "1002"}', 'aaeb1fdf4dfdcf2ee393f109fd9afb33d180d6c4da75e39219db2543a6f2bdfe', '12afb94aa354a4df025cb5c798f38193fa9d16cf36876c4904f10f633a761e8d');
INSERT INTO public.platform_log VALUES (94, '2026-11-22 21:35:21.325+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-6244-7461-b76a-a183e7653b08", "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "9b84d9fc-aaae-4e8e-8e9d-ba84a0589077"}', '12afb94aa354a4df025cb5c798f38193fa9d16cf36876c4904f10f633a761e8d', '85d7d2db81269bd0784d8e2f6fdc56327f2d189307dc9f212adc6c61c8717f74');
INSERT INTO public.platform_log VALUES (95, '2026-11-22 21:35:21.346+00', 'task.data-offered', '{"taskId": "01a2052f-6244-7461-b76a-a183e7653b08", "partyId": "1002", "datasetId": "9b84d9fc-aaae-4e8e-8e9d-ba84a0589077"}', '85d7d2db81269bd0784d8e2f6fdc56327f2d189307dc9f212adc6c61c8717f74', '58d142f87dd4fb244de84ba88dc2cde5dab93b22f4c8b1863c75638f85a914b6');
INSERT INTO public.platform_log VALUES (96, '2026-11-22 21:35:21.803+00', 'task.created', '{"taskId": "01a2052f-64cb-73e7-b447-eed454172ab4", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "partyId": "1001"}', '58d142f87dd4fb244de84ba88dc2cde5dab93b22f4c8b1863c75638f85a914b6', '039a040aad726363139ed5b19b55441edac1484f14623a93d3b8d3ceaf75f383');
INSERT INTO public.platform_log VALUES (97, '2026-11-22 21:35:21.809+00', 'task.created', '{"taskId": "01a2052f-64d1-79ce-b339-0b07a76f40d6", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "partyId": "1001"}', '039a040aad726363139ed5b19b55441edac1484f14623a93d3b8d3ceaf75f383', '3ba27bab0a84cea24f463002697a15a939f44b735e10aa0451308f993fa65814');
INSERT INTO public.platform_log VALUES (98, '2026-11-22 21:35:21.855+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-64d1-79ce-b339-0b07a76f40d6", "deleted": false, "partyId": "1001", "rowCount": 36, "datasetId": "c18dfd35-b511-47e4-a1e8-6a6ffcd1b784"}', '3ba27bab0a84cea24f463002697a15a939f44b735e10aa0451308f993fa65814', '2dd6b20a0325ed1e5ab1690eb8e56a304c802f5d67625ce293bc9f67f74bad13');
INSERT INTO public.platform_log VALUES (99, '2026-11-22 21:35:21.876+00', 'task.data-offered', '{"taskId": "01a2052f-64d1-79ce-b339-0b07a76f40d6", "partyId": "1001", "datasetId": "c18dfd35-b511-47e4-a1e8-6a6ffcd1b784"}', '2dd6b20a0325ed1e5ab1690eb8e56a304c802f5d67625ce293bc9f67f74bad13', '7c867395f91334b18372758efb2ac03e9febaa6765db325197d0b98d7ac5d122');
INSERT INTO public.platform_log VALUES (100, '2026-11-22 21:35:21.888+00', 'task.changed', '{"taskId": "01a2052f-64d1-79ce-b339-0b07a76f40d6", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', '7c867395f91334b18372758efb2ac03e9febaa6765db325197d0b98d7ac5d122', '1f287fa8bb1bea412997637e655596fbb66b166e82b28c440f70760bceeeb031');
INSERT INTO public.platform_log VALUES (101, '2026-11-22 21:35:21.899+00', 'task.changed', '{"taskId": "01a2052f-64d1-79ce-b339-0b07a76f40d6", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": null}', '1f287fa8bb1bea412997637e655596fbb66b166e82b28c440f70760bceeeb031', '5d19f7360f1ca639c6a48260b0f74a578269378073fa3a9bc55581f2d0e78ef9');
INSERT INTO public.platform_log VALUES (102, '2026-11-22 21:35:21.907+00', 'task.changed', '{"taskId": "01a2052f-64d1-79ce-b339-0b07a76f40d6", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": "a74b44de609b48460f671c6c9ca53fa3dcedd257f0c1e01043a5ab5f2135d69e"}', '5d19f7360f1ca639c6a48260b0f74a578269378073fa3a9bc55581f2d0e78ef9', 'e2f34d7ad749da6b2fe693dafa79da44037f4ebe863c6d26443629720b75d54b');
INSERT INTO public.platform_log VALUES (103, '2026-11-22 21:35:21.915+00', 'task.join', '{"taskId": "01a2052f-64d1-79ce-b339-0b07a76f40d6", "userId": "01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98", "partyId": "1002"}', 'e2f34d7ad749da6b2fe693dafa79da44037f4ebe863c6d26443629720b75d54b', 'bb8ef40c86a933461200793279c34c3c4d25b2106ecae1418cf8060b4f5b454b');
INSERT INTO public.platform_log VALUES (104, '2026-11-22 21:35:21.969+00', 'dataset.told', '{"name": "Biopsies", "taskId": "01a2052f-64d1-79ce-b339-0b07a76f40d6", "deleted": false, "partyId": "1002", "rowCount": 100, "datasetId": "c00a01bb-b1ce-4387-b928-1e0b7b9216c4"}', 'bb8ef40c86a933461200793279c34c3c4d25b2106ecae1418cf8060b4f5b454b', '0af54b340d0e63d94ba8aaa1e8caed1deed10c7e5831a6535b09258516ece4f6');
INSERT INTO public.platform_log VALUES (105, '2026-11-22 21:35:21.984+00', 'task.data-offered', '{"taskId": "01a2052f-64d1-79ce-b339-0b07a76f40d6", "partyId": "1002", "datasetId": "c00a01bb-b1ce-4387-b928-1e0b7b9216c4"}', '0af54b340d0e63d94ba8aaa1e8caed1deed10c7e5831a6535b09258516ece4f6', '86c25aac29bf82ed60d3831d957b92514e559578df82cd5253d9603eedd50d53');
INSERT INTO public.platform_log VALUES (106, '2026-11-22 21:35:22.419+00', 'run.started', '{"runId": "01a2052f-6731-7058-ad86-286f6a4bf0fe", "taskId": "01a2052f-64d1-79ce-b339-0b07a76f40d6", "userId": "01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6", "planHash": "a74b44de609b48460f671c6c9ca53fa3dcedd257f0c1e01043a5ab5f2135d69e"}', '86c25aac29bf82ed60d3831d957b92514e559578df82cd5253d9603eedd50d53', '5c6df32d82dcf91d47b3287c30b1b8bb3dda67e3438467514fcde0de3b7936b8');



INSERT INTO public.registration VALUES ('01a2052f-01d2-79b5-9d23-6912923bfc28', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '1001', 'initiator', 'joined', 'a120f56b-a322-42b8-adc3-a3bbe662ad6e', '', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:34:56.465+00');
INSERT INTO public.registration VALUES ('01a2052f-0259-77b1-8fa6-fa91d7536d3c', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '1002', 'participant', 'joined', 'e38574fd-4129-4072-ae85-4161e74323ee', '', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '2026-11-22 21:34:56.601+00');
INSERT INTO public.registration VALUES ('01a2052f-62b3-77db-9b5f-3b6b047181a3', '01a2052f-6244-7461-b76a-a183e7653b08', '1002', 'participant', 'joined', '9b84d9fc-aaae-4e8e-8e9d-ba84a0589077', '', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '2026-11-22 21:35:21.267+00');
INSERT INTO public.registration VALUES ('01a2052f-162f-7b0d-909b-6a25ccc1521a', '01a2052f-162d-7120-8532-f3131b5c8dd0', '1001', 'initiator', 'joined', '7898bed1-fede-4723-baf4-ac60051af6d6', '', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:01.677+00');
INSERT INTO public.registration VALUES ('01a2052f-64cb-7232-bd33-01bb432617da', '01a2052f-64cb-73e7-b447-eed454172ab4', '1001', 'initiator', 'joined', NULL, '', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:21.803+00');
INSERT INTO public.registration VALUES ('01a2052f-16af-73c1-849d-c79d21cae504', '01a2052f-162d-7120-8532-f3131b5c8dd0', '1002', 'participant', 'joined', '2cade9c4-e43e-41f8-b1fa-691f2b8d1b84', '', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '2026-11-22 21:35:01.807+00');
INSERT INTO public.registration VALUES ('01a2052f-2cd5-70c4-8db6-251df528bb1c', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '1001', 'initiator', 'joined', '16d3119c-db14-440c-a4d3-8226e49a9b43', '', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:07.471+00');
INSERT INTO public.registration VALUES ('01a2052f-2d46-72ee-af61-baab586bad72', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', '1002', 'participant', 'joined', '07f72cb8-641c-4b82-a95b-477c6826a82b', '', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '2026-11-22 21:35:07.59+00');
INSERT INTO public.registration VALUES ('01a2052f-64d2-7d19-9b55-ee88e7099028', '01a2052f-64d1-79ce-b339-0b07a76f40d6', '1001', 'initiator', 'joined', 'c18dfd35-b511-47e4-a1e8-6a6ffcd1b784', '', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:21.809+00');
INSERT INTO public.registration VALUES ('01a2052f-4441-739c-8bb2-3fe3551bb9ff', '01a2052f-4440-7a38-9a91-94aa1080ab32', '1001', 'initiator', 'joined', '57e8df10-20f7-4593-b61b-20f3f45fec23', '', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:13.472+00');
INSERT INTO public.registration VALUES ('01a2052f-6010-7940-9664-9b81b47ffaec', '01a2052f-600f-7508-bc71-c63cc49bd626', '1001', 'initiator', 'joined', '2c62fc71-a4a6-4308-9d23-1a84b2c5070b', '', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:20.591+00');
INSERT INTO public.registration VALUES ('01a2052f-6071-7ba7-b0d3-465cc8496baf', '01a2052f-600f-7508-bc71-c63cc49bd626', '1002', 'participant', 'joined', 'cebbb180-a91e-47df-8d5f-c71a5f2a6aeb', '', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '2026-11-22 21:35:20.689+00');
INSERT INTO public.registration VALUES ('01a2052f-653a-7cab-84d5-35cd9788f4d8', '01a2052f-64d1-79ce-b339-0b07a76f40d6', '1002', 'participant', 'joined', 'c00a01bb-b1ce-4387-b928-1e0b7b9216c4', '', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '2026-11-22 21:35:21.914+00');
INSERT INTO public.registration VALUES ('01a2052f-613c-7666-861f-6066f0ec0657', '01a2052f-613b-749a-9b2d-c232e6fa4b9a', '1001', 'initiator', 'joined', '706fde80-91ea-4fca-85d0-bbbeef73f506', '', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:20.891+00');
INSERT INTO public.registration VALUES ('01a2052f-618e-71f2-99a5-212d9ca5b458', '01a2052f-613b-749a-9b2d-c232e6fa4b9a', '1002', 'participant', 'joined', '7b5a8a1e-5a22-4124-b63b-506eb53b2ed7', '', '01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98', 'bob', '2026-11-22 21:35:20.974+00');
INSERT INTO public.registration VALUES ('01a2052f-6245-7cbd-b4c6-1fa84c88f16c', '01a2052f-6244-7461-b76a-a183e7653b08', '1001', 'initiator', 'joined', '3beaf5fb-f4b2-4699-960d-4703a95f9af1', '', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:21.156+00');



INSERT INTO public.run_event VALUES ('01a2052f-03a7-74d5-8600-96f454e4756c', 1, '{"seq": 1, "kind": "started", "time": "2026-11-22T21:34:57.283Z", "runId": "01a2052f-03a7-74d5-8600-96f454e4756c", "rounds": 4, "parties": ["1001", "1002"]}', '2026-11-22 21:34:57.283+00');
INSERT INTO public.run_event VALUES ('01a2052f-03a7-74d5-8600-96f454e4756c', 2, '{"seq": 2, "kind": "statistics", "time": "2026-11-22T21:34:57.835Z", "runId": "01a2052f-03a7-74d5-8600-96f454e4756c", "parties": [{"rows": 29, "partyId": "1001", "validationRows": 7}, {"rows": 80, "partyId": "1002", "validationRows": 20}]}', '2026-11-22 21:34:57.835+00');
INSERT INTO public.run_event VALUES ('01a2052f-03a7-74d5-8600-96f454e4756c', 3, '{"seq": 3, "kind": "round", "time": "2026-11-22T21:34:58.202Z", "round": 1, "runId": "01a2052f-03a7-74d5-8600-96f454e4756c", "rounds": 4, "bytesUp": 3672, "metrics": {"f1": 0.4375, "loss": 0.6931471805599453, "recall": 0.5, "accuracy": 0.7777777777777778, "precision": 0.3888888888888889}, "parties": [{"rows": 80, "metrics": {"f1": 0.4117647058823529, "loss": 0.6931471805599453, "recall": 0.5, "accuracy": 0.7, "precision": 0.35}, "partyId": "1002", "seconds": 0.007}, {"rows": 29, "metrics": {"f1": 1, "loss": 0.6931471805599453, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.006}], "bytesDown": 3576}', '2026-11-22 21:34:58.202+00');
INSERT INTO public.run_event VALUES ('01a2052f-03a7-74d5-8600-96f454e4756c', 4, '{"seq": 4, "kind": "round", "time": "2026-11-22T21:34:58.600Z", "round": 2, "runId": "01a2052f-03a7-74d5-8600-96f454e4756c", "rounds": 4, "bytesUp": 4760, "metrics": {"f1": 0.8928571428571428, "loss": 0.24185706992224992, "recall": 0.8928571428571428, "accuracy": 0.9259259259259259, "precision": 0.8928571428571428}, "parties": [{"rows": 80, "metrics": {"f1": 0.8809523809523809, "loss": 0.2631676080302227, "recall": 0.8809523809523809, "accuracy": 0.9, "precision": 0.8809523809523809}, "partyId": "1002", "seconds": 0.006}, {"rows": 29, "metrics": {"f1": 1, "loss": 0.18096981818518482, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.009}], "bytesDown": 7150}', '2026-11-22 21:34:58.6+00');
INSERT INTO public.run_event VALUES ('01a2052f-03a7-74d5-8600-96f454e4756c', 5, '{"seq": 5, "kind": "round", "time": "2026-11-22T21:34:59.101Z", "round": 3, "runId": "01a2052f-03a7-74d5-8600-96f454e4756c", "rounds": 4, "bytesUp": 5848, "metrics": {"f1": 0.8772727272727273, "loss": 0.17569533710762905, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.11983860011954985, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.007}, {"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.19524519505345678, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "seconds": 0.013}], "bytesDown": 10724}', '2026-11-22 21:34:59.101+00');
INSERT INTO public.run_event VALUES ('01a2052f-03a7-74d5-8600-96f454e4756c', 6, '{"seq": 6, "kind": "round", "time": "2026-11-22T21:34:59.414Z", "round": 4, "runId": "01a2052f-03a7-74d5-8600-96f454e4756c", "rounds": 4, "bytesUp": 6936, "metrics": {"f1": 0.8772727272727273, "loss": 0.15250999740838903, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.17462872973736637, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "seconds": 0.011}, {"rows": 29, "metrics": {"f1": 1, "loss": 0.08931361932559663, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.008}], "bytesDown": 14298}', '2026-11-22 21:34:59.414+00');
INSERT INTO public.run_event VALUES ('01a2052f-03a7-74d5-8600-96f454e4756c', 7, '{"seq": 7, "kind": "finished", "time": "2026-11-22T21:34:59.926Z", "runId": "01a2052f-03a7-74d5-8600-96f454e4756c", "metrics": {"f1": 0.8772727272727273, "loss": 0.1401937422356101, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.07137544900058625, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "aloneMetrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}}, {"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.16428014486786843, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "aloneMetrics": {"f1": 0.8666666666666667, "loss": 0.17446045440353752, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}}]}', '2026-11-22 21:34:59.926+00');
INSERT INTO public.run_event VALUES ('01a2052f-18d2-7557-ae7c-3153e8bd6b03', 1, '{"seq": 1, "kind": "started", "time": "2026-11-22T21:35:02.658Z", "runId": "01a2052f-18d2-7557-ae7c-3153e8bd6b03", "rounds": 4, "parties": ["1001", "1002"]}', '2026-11-22 21:35:02.658+00');
INSERT INTO public.run_event VALUES ('01a2052f-18d2-7557-ae7c-3153e8bd6b03', 2, '{"seq": 2, "kind": "statistics", "time": "2026-11-22T21:35:03.168Z", "runId": "01a2052f-18d2-7557-ae7c-3153e8bd6b03", "parties": [{"rows": 80, "partyId": "1002", "validationRows": 20}, {"rows": 29, "partyId": "1001", "validationRows": 7}]}', '2026-11-22 21:35:03.168+00');
INSERT INTO public.run_event VALUES ('01a2052f-18d2-7557-ae7c-3153e8bd6b03', 3, '{"seq": 3, "kind": "round", "time": "2026-11-22T21:35:03.627Z", "round": 1, "runId": "01a2052f-18d2-7557-ae7c-3153e8bd6b03", "rounds": 4, "bytesUp": 11960, "metrics": {"f1": 0.2924137931034483, "loss": 0.9971619568931313, "recall": 0.36904761904761907, "accuracy": 0.2962962962962963, "precision": 0.39144736842105265}, "parties": [{"rows": 80, "metrics": {"f1": 0.3, "loss": 1.0076243035912211, "recall": 0.35714285714285715, "accuracy": 0.3, "precision": 0.35714285714285715}, "partyId": "1002", "seconds": 0.011}, {"rows": 29, "metrics": {"f1": 0.2222222222222222, "loss": 0.9672695377557317, "recall": 0.14285714285714285, "accuracy": 0.2857142857142857, "precision": 0.5}, "partyId": "1001", "seconds": 0.009}], "bytesDown": 11864}', '2026-11-22 21:35:03.627+00');
INSERT INTO public.run_event VALUES ('01a2052f-18d2-7557-ae7c-3153e8bd6b03', 4, '{"seq": 4, "kind": "round", "time": "2026-11-22T21:35:04.102Z", "round": 2, "runId": "01a2052f-18d2-7557-ae7c-3153e8bd6b03", "rounds": 4, "bytesUp": 21336, "metrics": {"f1": 0.8772727272727273, "loss": 0.23572255460998026, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.2682413213677708, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "seconds": 0.017}, {"rows": 29, "metrics": {"f1": 1, "loss": 0.14281179244486442, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.01}], "bytesDown": 23726}', '2026-11-22 21:35:04.102+00');
INSERT INTO public.run_event VALUES ('01a2052f-18d2-7557-ae7c-3153e8bd6b03', 5, '{"seq": 5, "kind": "round", "time": "2026-11-22T21:35:04.781Z", "round": 3, "runId": "01a2052f-18d2-7557-ae7c-3153e8bd6b03", "rounds": 4, "bytesUp": 30712, "metrics": {"f1": 0.8772727272727273, "loss": 0.16961417790356087, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.04714127062081699, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.017}, {"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.21247969545252127, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "seconds": 0.007}], "bytesDown": 35588}', '2026-11-22 21:35:04.781+00');
INSERT INTO public.run_event VALUES ('01a2052f-18d2-7557-ae7c-3153e8bd6b03', 7, '{"seq": 7, "kind": "finished", "time": "2026-11-22T21:35:05.941Z", "runId": "01a2052f-18d2-7557-ae7c-3153e8bd6b03", "metrics": {"f1": 0.8772727272727273, "loss": 0.16676844611240288, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.02360123284705144, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "aloneMetrics": {"f1": 1, "loss": 0.018955792914269486, "recall": 1, "accuracy": 1, "precision": 1}}, {"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.21687697075527587, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "aloneMetrics": {"f1": 0.8666666666666667, "loss": 0.19404450248169083, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}}]}', '2026-11-22 21:35:05.941+00');
INSERT INTO public.run_event VALUES ('01a2052f-2f6b-71fe-8363-b2de5797a311', 1, '{"seq": 1, "kind": "started", "time": "2026-11-22T21:35:08.448Z", "runId": "01a2052f-2f6b-71fe-8363-b2de5797a311", "rounds": 4, "parties": ["1001", "1002"]}', '2026-11-22 21:35:08.448+00');
INSERT INTO public.run_event VALUES ('01a2052f-2f6b-71fe-8363-b2de5797a311', 2, '{"seq": 2, "kind": "statistics", "time": "2026-11-22T21:35:08.951Z", "runId": "01a2052f-2f6b-71fe-8363-b2de5797a311", "parties": [{"rows": 80, "partyId": "1002", "validationRows": 20}, {"rows": 29, "partyId": "1001", "validationRows": 7}]}', '2026-11-22 21:35:08.951+00');
INSERT INTO public.run_event VALUES ('01a2052f-18d2-7557-ae7c-3153e8bd6b03', 6, '{"seq": 6, "kind": "round", "time": "2026-11-22T21:35:05.380Z", "round": 4, "runId": "01a2052f-18d2-7557-ae7c-3153e8bd6b03", "rounds": 4, "bytesUp": 40088, "metrics": {"f1": 0.8772727272727273, "loss": 0.16676844611240288, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.02360123284705144, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.009}, {"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.21687697075527587, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "seconds": 0.021}], "bytesDown": 47450}', '2026-11-22 21:35:05.38+00');
INSERT INTO public.run_event VALUES ('01a2052f-2f6b-71fe-8363-b2de5797a311', 3, '{"seq": 3, "kind": "round", "time": "2026-11-22T21:35:09.635Z", "round": 1, "runId": "01a2052f-2f6b-71fe-8363-b2de5797a311", "rounds": 4, "bytesUp": 3638, "metrics": {"r2": -0.006985166267606813, "mae": 160.92001359157325, "loss": 1.5120160639755893, "rmse": 194.29535479511972}, "parties": [{"rows": 80, "metrics": {"r2": -0.0007366623501063874, "mae": 189.4346788990826, "loss": 1.9104999549033668, "rmse": 218.40256315315847}, "partyId": "1002", "seconds": 0.015}, {"rows": 29, "metrics": {"r2": -0.2851561872127517, "mae": 79.44954128440368, "loss": 0.3734906613247963, "rmse": 96.56596585204765}, "partyId": "1001", "seconds": 0.018}], "bytesDown": 3148}', '2026-11-22 21:35:09.635+00');
INSERT INTO public.run_event VALUES ('01a2052f-2f6b-71fe-8363-b2de5797a311', 4, '{"seq": 4, "kind": "round", "time": "2026-11-22T21:35:10.152Z", "round": 2, "runId": "01a2052f-2f6b-71fe-8363-b2de5797a311", "rounds": 4, "bytesUp": 4838, "metrics": {"r2": 0.9408790875648012, "mae": 28.922410320765366, "loss": 0.08877168434391693, "rmse": 47.07837296175028}, "parties": [{"rows": 29, "metrics": {"r2": 0.9598712648784442, "mae": 14.847240884606508, "loss": 0.011662168355725543, "rmse": 17.063725980322086}, "partyId": "1001", "seconds": 0.016}, {"rows": 80, "metrics": {"r2": 0.939363887087714, "mae": 33.84871962342097, "loss": 0.11576001493978391, "rmse": 53.760525113354404}, "partyId": "1002", "seconds": 0.006}], "bytesDown": 6294}', '2026-11-22 21:35:10.152+00');
INSERT INTO public.run_event VALUES ('01a2052f-2f6b-71fe-8363-b2de5797a311', 5, '{"seq": 5, "kind": "round", "time": "2026-11-22T21:35:10.654Z", "round": 3, "runId": "01a2052f-2f6b-71fe-8363-b2de5797a311", "rounds": 4, "bytesUp": 6038, "metrics": {"r2": 0.981182276067754, "mae": 19.470619106087412, "loss": 0.028255332676323217, "rmse": 26.560388765351473}, "parties": [{"rows": 29, "metrics": {"r2": 0.9650377486851124, "mae": 12.40114438622466, "loss": 0.010160690579813088, "rmse": 15.927434511808846}, "partyId": "1001", "seconds": 0.011}, {"rows": 80, "metrics": {"r2": 0.9818822621086244, "mae": 21.944935258039376, "loss": 0.03458845741010176, "rmse": 29.386631821291395}, "partyId": "1002", "seconds": 0.01}], "bytesDown": 9440}', '2026-11-22 21:35:10.654+00');
INSERT INTO public.run_event VALUES ('01a2052f-2f6b-71fe-8363-b2de5797a311', 7, '{"seq": 7, "kind": "finished", "time": "2026-11-22T21:35:11.952Z", "runId": "01a2052f-2f6b-71fe-8363-b2de5797a311", "metrics": {"r2": 0.9820092132492452, "mae": 18.317323067289724, "loss": 0.027013663638687128, "rmse": 25.970239753050524}, "parties": [{"rows": 29, "metrics": {"r2": 0.9727686320123757, "mae": 11.2291501320247, "loss": 0.00791394986825283, "rmse": 14.056618639458275}, "partyId": "1001", "aloneMetrics": {"r2": 0.9872171448762096, "mae": 8.959051350467364, "loss": 0.003714939134486049, "rmse": 9.63074904627808}}, {"rows": 80, "metrics": {"r2": 0.9823483963793146, "mae": 20.798183594632484, "loss": 0.03369856345833913, "rmse": 29.006137999920664}, "partyId": "1002", "aloneMetrics": {"r2": 0.9831884365878307, "mae": 22.257642348744135, "loss": 0.0320948480745955, "rmse": 28.307523539739986}}]}', '2026-11-22 21:35:11.952+00');
INSERT INTO public.run_event VALUES ('01a2052f-4533-781c-9a42-49c3b7ee6c4a', 1, '{"seq": 1, "kind": "started", "time": "2026-11-22T21:35:14.180Z", "runId": "01a2052f-4533-781c-9a42-49c3b7ee6c4a", "rounds": 4, "parties": ["1001"]}', '2026-11-22 21:35:14.18+00');
INSERT INTO public.run_event VALUES ('01a2052f-4533-781c-9a42-49c3b7ee6c4a', 2, '{"seq": 2, "kind": "statistics", "time": "2026-11-22T21:35:14.582Z", "runId": "01a2052f-4533-781c-9a42-49c3b7ee6c4a", "parties": [{"rows": 29, "partyId": "1001", "validationRows": 7}]}', '2026-11-22 21:35:14.582+00');
INSERT INTO public.run_event VALUES ('01a2052f-4533-781c-9a42-49c3b7ee6c4a', 3, '{"seq": 3, "kind": "round", "time": "2026-11-22T21:35:15.051Z", "round": 1, "runId": "01a2052f-4533-781c-9a42-49c3b7ee6c4a", "rounds": 4, "bytesUp": 1836, "metrics": {"f1": 1, "loss": 0.6931471805599453, "recall": 1, "accuracy": 1, "precision": 1}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.6931471805599453, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.013}], "bytesDown": 1778}', '2026-11-22 21:35:15.051+00');
INSERT INTO public.run_event VALUES ('01a2052f-2f6b-71fe-8363-b2de5797a311', 6, '{"seq": 6, "kind": "round", "time": "2026-11-22T21:35:11.455Z", "round": 4, "runId": "01a2052f-2f6b-71fe-8363-b2de5797a311", "rounds": 4, "bytesUp": 7238, "metrics": {"r2": 0.9812216065232525, "mae": 18.500838667110244, "loss": 0.028196276910151655, "rmse": 26.532617643742544}, "parties": [{"rows": 29, "metrics": {"r2": 0.9715871938922102, "mae": 11.067226987160812, "loss": 0.008257298100324129, "rmse": 14.358305739886625}, "partyId": "1001", "seconds": 0.011}, {"rows": 80, "metrics": {"r2": 0.9815750681165388, "mae": 21.102602755092544, "loss": 0.03517491949359129, "rmse": 29.634716101005253}, "partyId": "1002", "seconds": 0.006}], "bytesDown": 12586}', '2026-11-22 21:35:11.455+00');
INSERT INTO public.run_event VALUES ('01a2052f-4533-781c-9a42-49c3b7ee6c4a', 4, '{"seq": 4, "kind": "round", "time": "2026-11-22T21:35:15.433Z", "round": 2, "runId": "01a2052f-4533-781c-9a42-49c3b7ee6c4a", "rounds": 4, "bytesUp": 2380, "metrics": {"f1": 1, "loss": 0.19094123223300707, "recall": 1, "accuracy": 1, "precision": 1}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.19094123223300707, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.007}], "bytesDown": 3555}', '2026-11-22 21:35:15.433+00');
INSERT INTO public.run_event VALUES ('01a2052f-4533-781c-9a42-49c3b7ee6c4a', 5, '{"seq": 5, "kind": "round", "time": "2026-11-22T21:35:15.906Z", "round": 3, "runId": "01a2052f-4533-781c-9a42-49c3b7ee6c4a", "rounds": 4, "bytesUp": 2924, "metrics": {"f1": 1, "loss": 0.11745379979679893, "recall": 1, "accuracy": 1, "precision": 1}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.11745379979679893, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.015}], "bytesDown": 5332}', '2026-11-22 21:35:15.906+00');
INSERT INTO public.run_event VALUES ('01a2052f-4533-781c-9a42-49c3b7ee6c4a', 6, '{"seq": 6, "kind": "round", "time": "2026-11-22T21:35:16.314Z", "round": 4, "runId": "01a2052f-4533-781c-9a42-49c3b7ee6c4a", "rounds": 4, "bytesUp": 3468, "metrics": {"f1": 1, "loss": 0.08379157395264504, "recall": 1, "accuracy": 1, "precision": 1}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.08379157395264504, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.006}], "bytesDown": 7109}', '2026-11-22 21:35:16.314+00');
INSERT INTO public.run_event VALUES ('01a2052f-4533-781c-9a42-49c3b7ee6c4a', 7, '{"seq": 7, "kind": "finished", "time": "2026-11-22T21:35:16.796Z", "runId": "01a2052f-4533-781c-9a42-49c3b7ee6c4a", "metrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "aloneMetrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}}]}', '2026-11-22 21:35:16.796+00');
INSERT INTO public.run_event VALUES ('01a2052f-6731-7058-ad86-286f6a4bf0fe', 1, '{"seq": 1, "kind": "started", "time": "2026-11-22T21:35:22.937Z", "runId": "01a2052f-6731-7058-ad86-286f6a4bf0fe", "rounds": 100, "parties": ["1001", "1002"]}', '2026-11-22 21:35:22.937+00');
INSERT INTO public.run_event VALUES ('01a2052f-6731-7058-ad86-286f6a4bf0fe', 2, '{"seq": 2, "kind": "statistics", "time": "2026-11-22T21:35:23.528Z", "runId": "01a2052f-6731-7058-ad86-286f6a4bf0fe", "parties": [{"rows": 80, "partyId": "1002", "validationRows": 20}, {"rows": 29, "partyId": "1001", "validationRows": 7}]}', '2026-11-22 21:35:23.528+00');
INSERT INTO public.run_event VALUES ('01a2052f-6731-7058-ad86-286f6a4bf0fe', 3, '{"seq": 3, "kind": "round", "time": "2026-11-22T21:35:23.828Z", "round": 1, "runId": "01a2052f-6731-7058-ad86-286f6a4bf0fe", "rounds": 100, "bytesUp": 11960, "metrics": {"f1": 0.20476858345021037, "loss": 1.2033778127564754, "recall": 0.20238095238095238, "accuracy": 0.2222222222222222, "precision": 0.27941176470588236}, "parties": [{"rows": 29, "metrics": {"f1": 0.2222222222222222, "loss": 0.9861521366604974, "recall": 0.14285714285714285, "accuracy": 0.2857142857142857, "precision": 0.5}, "partyId": "1001", "seconds": 0.007}, {"rows": 80, "metrics": {"f1": 0.1919191919191919, "loss": 1.2794067993900677, "recall": 0.19047619047619047, "accuracy": 0.2, "precision": 0.22916666666666666}, "partyId": "1002", "seconds": 0.008}], "bytesDown": 11864}', '2026-11-22 21:35:23.828+00');
INSERT INTO public.run_event VALUES ('01a2052f-6731-7058-ad86-286f6a4bf0fe', 4, '{"seq": 4, "kind": "round", "time": "2026-11-22T21:35:24.228Z", "round": 2, "runId": "01a2052f-6731-7058-ad86-286f6a4bf0fe", "rounds": 100, "bytesUp": 21336, "metrics": {"f1": 0.8, "loss": 0.286105217470546, "recall": 0.75, "accuracy": 0.8888888888888888, "precision": 0.9375}, "parties": [{"rows": 29, "metrics": {"f1": 1, "loss": 0.15573160095476313, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.009}, {"rows": 80, "metrics": {"f1": 0.7849462365591398, "loss": 0.33173598325107, "recall": 0.75, "accuracy": 0.85, "precision": 0.9117647058823529}, "partyId": "1002", "seconds": 0.008}], "bytesDown": 23726}', '2026-11-22 21:35:24.228+00');
INSERT INTO public.run_event VALUES ('01a2052f-6731-7058-ad86-286f6a4bf0fe', 5, '{"seq": 5, "kind": "round", "time": "2026-11-22T21:35:24.652Z", "round": 3, "runId": "01a2052f-6731-7058-ad86-286f6a4bf0fe", "rounds": 100, "bytesUp": 30712, "metrics": {"f1": 0.8772727272727273, "loss": 0.20170368060063468, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}, "parties": [{"rows": 80, "metrics": {"f1": 0.8666666666666667, "loss": 0.26298793929519737, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "seconds": 0.007}, {"rows": 29, "metrics": {"f1": 1, "loss": 0.026605798616169834, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "seconds": 0.006}], "bytesDown": 35588}', '2026-11-22 21:35:24.652+00');









INSERT INTO public.task VALUES ('01a2052f-2ccf-75c1-87ff-d9c428fd8751', 'Finished linear', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'completed', 'federated', 'linear-regression', '{"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}', '{"label": "mean area", "columns": ["mean radius", "mean texture", "mean perimeter", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:07.471+00', NULL);
INSERT INTO public.task VALUES ('01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', 'Finished logistic', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'completed', 'federated', 'logistic-regression', '{"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}', '{"label": "diagnosis", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:34:56.465+00', NULL);
INSERT INTO public.task VALUES ('01a2052f-64d1-79ce-b339-0b07a76f40d6', 'In flight', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'training', 'federated', 'mlp', '{"l2": 0.001, "max_iter": 100, "batch_size": 16, "hidden_units": 32, "local_epochs": 5, "learning_rate": 0.005}', '{"label": "diagnosis", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:21.809+00', NULL);
INSERT INTO public.task VALUES ('01a2052f-162d-7120-8532-f3131b5c8dd0', 'Finished network', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'completed', 'federated', 'mlp', '{"l2": 0.001, "max_iter": 4, "batch_size": 16, "hidden_units": 32, "local_epochs": 5, "learning_rate": 0.005}', '{"label": "diagnosis", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:01.677+00', NULL);
INSERT INTO public.task VALUES ('01a2052f-4440-7a38-9a91-94aa1080ab32', 'Finished alone', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'private', 'completed', 'independent', 'logistic-regression', '{"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}', '{"label": "diagnosis", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:13.472+00', NULL);
INSERT INTO public.task VALUES ('01a2052f-613b-749a-9b2d-c232e6fa4b9a', 'One signed', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'recruiting', 'federated', 'linear-regression', '{"l2": 0.001, "max_iter": 9, "local_epochs": 3, "learning_rate": 0.05}', '{"label": "mean area", "columns": ["mean radius", "mean texture", "mean perimeter", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:20.891+00', NULL);
INSERT INTO public.task VALUES ('01a2052f-600f-7508-bc71-c63cc49bd626', 'Nobody signed', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'recruiting', 'federated', 'logistic-regression', '{"l2": 0.001, "max_iter": 9, "local_epochs": 3, "learning_rate": 0.05}', '{"label": "diagnosis", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:20.591+00', NULL);
INSERT INTO public.task VALUES ('01a2052f-6244-7461-b76a-a183e7653b08', 'All signed', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'recruiting', 'federated', 'logistic-regression', '{"l2": 0.001, "max_iter": 9, "local_epochs": 3, "learning_rate": 0.05}', '{"label": "diagnosis", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"]}', NULL, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:21.156+00', NULL);
INSERT INTO public.task VALUES ('01a2052f-64cb-73e7-b447-eed454172ab4', 'Nothing chosen', 'Is the tumour malignant or benign? From measurements of cell nuclei.', NULL, '1001', 'public', 'recruiting', 'federated', NULL, NULL, NULL, NULL, '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'alice', '2026-11-22 21:35:21.803+00', NULL);






INSERT INTO public.task_view VALUES ('01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '2026-11-22');
INSERT INTO public.task_view VALUES ('01a2052f-162d-7120-8532-f3131b5c8dd0', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '2026-11-22');
INSERT INTO public.task_view VALUES ('01a2052f-2ccf-75c1-87ff-d9c428fd8751', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '2026-11-22');
INSERT INTO public.task_view VALUES ('01a2052f-4440-7a38-9a91-94aa1080ab32', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '2026-11-22');
INSERT INTO public.task_view VALUES ('01a2052f-6244-7461-b76a-a183e7653b08', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '2026-11-22');
INSERT INTO public.task_view VALUES ('01a2052f-64d1-79ce-b339-0b07a76f40d6', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', '2026-11-22');



INSERT INTO public.training_run VALUES ('01a2052f-03a7-74d5-8600-96f454e4756c', '01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b', 'logistic-regression', '1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d', '{"label": "diagnosis", "taskId": "01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "algorithm": "logistic-regression", "maxRounds": 4, "parameters": {"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'completed', 'export', 4, 4, '{"f1": 0.8772727272727273, "loss": 0.1401937422356101, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}', '[{"name": "滨江门诊部", "metrics": {"f1": 1, "loss": 0.07137544900058625, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "rowsUsed": 29, "rowsOffered": 36, "aloneMetrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "validationRows": 7}, {"name": "湖滨县医院", "metrics": {"f1": 0.8666666666666667, "loss": 0.16428014486786843, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "rowsUsed": 80, "rowsOffered": 100, "aloneMetrics": {"f1": 0.8666666666666667, "loss": 0.17446045440353752, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "validationRows": 20}]', '[]', NULL, 7, '2026-11-22 21:34:56.935+00', '2026-11-22 21:34:57.283+00', '2026-11-22 21:35:01.58+00', true, '17699539954701271528', '9cf9c14882e6c2fe57a8fca5f54900c61b4cfbf7ed8a6aa501160bdfc5d330ea', NULL, true, NULL, NULL, NULL);
INSERT INTO public.training_run VALUES ('01a2052f-18d2-7557-ae7c-3153e8bd6b03', '01a2052f-162d-7120-8532-f3131b5c8dd0', 'mlp', 'a7126d8e6735210362fc23381b38050703a78e038c74e9932b361ca87901b23b', '{"label": "diagnosis", "taskId": "01a2052f-162d-7120-8532-f3131b5c8dd0", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "algorithm": "mlp", "maxRounds": 4, "parameters": {"l2": 0.001, "max_iter": 4, "batch_size": 16, "hidden_units": 32, "local_epochs": 5, "learning_rate": 0.005}}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'completed', 'export', 4, 4, '{"f1": 0.8772727272727273, "loss": 0.16676844611240288, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}', '[{"name": "滨江门诊部", "metrics": {"f1": 1, "loss": 0.02360123284705144, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "rowsUsed": 29, "rowsOffered": 36, "aloneMetrics": {"f1": 1, "loss": 0.018955792914269486, "recall": 1, "accuracy": 1, "precision": 1}, "validationRows": 7}, {"name": "湖滨县医院", "metrics": {"f1": 0.8666666666666667, "loss": 0.21687697075527587, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "rowsUsed": 80, "rowsOffered": 100, "aloneMetrics": {"f1": 0.8666666666666667, "loss": 0.19404450248169083, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "validationRows": 20}]', '[]', NULL, 7, '2026-11-22 21:35:02.354+00', '2026-11-22 21:35:02.658+00', '2026-11-22 21:35:07.407+00', true, '16343748254596278957', 'e4fc0045e4d83fe379e75b1ec1756e24e1a8de2b4752c53b5f24a90a46e8d152', NULL, true, NULL, NULL, NULL);
INSERT INTO public.training_run VALUES ('01a2052f-2f6b-71fe-8363-b2de5797a311', '01a2052f-2ccf-75c1-87ff-d9c428fd8751', 'linear-regression', '7134033887fb6267f3cf9babfe0a38c5335b4d8da7f8d0a501de2f108ff897db', '{"label": "mean area", "taskId": "01a2052f-2ccf-75c1-87ff-d9c428fd8751", "columns": ["mean radius", "mean texture", "mean perimeter", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "algorithm": "linear-regression", "maxRounds": 4, "parameters": {"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'completed', 'export', 4, 4, '{"r2": 0.9820092132492452, "mae": 18.317323067289724, "loss": 0.027013663638687128, "rmse": 25.970239753050524}', '[{"name": "滨江门诊部", "metrics": {"r2": 0.9727686320123757, "mae": 11.2291501320247, "loss": 0.00791394986825283, "rmse": 14.056618639458275}, "partyId": "1001", "rowsUsed": 29, "rowsOffered": 36, "aloneMetrics": {"r2": 0.9872171448762096, "mae": 8.959051350467364, "loss": 0.003714939134486049, "rmse": 9.63074904627808}, "validationRows": 7}, {"name": "湖滨县医院", "metrics": {"r2": 0.9823483963793146, "mae": 20.798183594632484, "loss": 0.03369856345833913, "rmse": 29.006137999920664}, "partyId": "1002", "rowsUsed": 80, "rowsOffered": 100, "aloneMetrics": {"r2": 0.9831884365878307, "mae": 22.257642348744135, "loss": 0.0320948480745955, "rmse": 28.307523539739986}, "validationRows": 20}]', '[]', NULL, 7, '2026-11-22 21:35:08.139+00', '2026-11-22 21:35:08.448+00', '2026-11-22 21:35:13.393+00', true, '7823830014334390477', 'f21ca42a06802f0bd8493cfff68044ae0536f87f4ae8067e713a4bb8ba5a9c79', NULL, true, NULL, NULL, NULL);
INSERT INTO public.training_run VALUES ('01a2052f-4533-781c-9a42-49c3b7ee6c4a', '01a2052f-4440-7a38-9a91-94aa1080ab32', 'logistic-regression', '1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d', '{"label": "diagnosis", "taskId": "01a2052f-4440-7a38-9a91-94aa1080ab32", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "algorithm": "logistic-regression", "maxRounds": 4, "parameters": {"l2": 0.001, "max_iter": 4, "local_epochs": 5, "learning_rate": 0.1}}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'completed', 'export', 4, 4, '{"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}', '[{"name": "滨江门诊部", "metrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "rowsUsed": 29, "rowsOffered": 36, "aloneMetrics": {"f1": 1, "loss": 0.06593082866226889, "recall": 1, "accuracy": 1, "precision": 1}, "validationRows": 7}]', '[]', NULL, 7, '2026-11-22 21:35:13.715+00', '2026-11-22 21:35:14.18+00', '2026-11-22 21:35:18.408+00', true, '13315885977350254362', '1e07e5f99c529fe6b338efb8b2bf5e1e8bcec1e4549f775be72cadc0cc186390', NULL, true, NULL, NULL, NULL);
INSERT INTO public.training_run VALUES ('01a2052f-6731-7058-ad86-286f6a4bf0fe', '01a2052f-64d1-79ce-b339-0b07a76f40d6', 'mlp', 'a7126d8e6735210362fc23381b38050703a78e038c74e9932b361ca87901b23b', '{"label": "diagnosis", "taskId": "01a2052f-64d1-79ce-b339-0b07a76f40d6", "columns": ["mean radius", "mean texture", "mean perimeter", "mean area", "mean smoothness", "mean compactness", "mean concavity", "mean concave points", "mean symmetry", "mean fractal dimension", "side"], "algorithm": "mlp", "maxRounds": 100, "parameters": {"l2": 0.001, "max_iter": 100, "batch_size": 16, "hidden_units": 32, "local_epochs": 5, "learning_rate": 0.005}}', '01a2052e-ec8e-7ac4-bcb6-4f48e650eaf6', 'running', 'train', 3, 100, '{"f1": 0.8772727272727273, "loss": 0.20170368060063468, "recall": 0.8333333333333333, "accuracy": 0.9259259259259259, "precision": 0.9565217391304348}', '[{"name": "滨江门诊部", "metrics": {"f1": 1, "loss": 0.026605798616169834, "recall": 1, "accuracy": 1, "precision": 1}, "partyId": "1001", "rowsUsed": 29, "rowsOffered": 36, "aloneMetrics": null, "validationRows": 7}, {"name": "湖滨县医院", "metrics": {"f1": 0.8666666666666667, "loss": 0.26298793929519737, "recall": 0.8333333333333333, "accuracy": 0.9, "precision": 0.9375}, "partyId": "1002", "rowsUsed": 80, "rowsOffered": 100, "aloneMetrics": null, "validationRows": 20}]', '[]', NULL, 5, '2026-11-22 21:35:22.416+00', '2026-11-22 21:35:22.937+00', NULL, true, '8756294112836374755', 'df92ea9a8835be9ffb9a3293e53d0e611229de32f3e7ef034731e9a8a8db226e', NULL, false, '01a2052e-eb54-71d0-8a1f-7c236f750d64', '2026-11-22 21:35:40.122+00', NULL);



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




