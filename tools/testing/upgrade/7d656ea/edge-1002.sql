BEGIN TRANSACTION;
CREATE TABLE analyses (table_name text primary key, analysis text not null) strict;
CREATE TABLE cloned_runs (
    run_id text not null,
    task_id text not null,
    origin_task_id text not null,
    primary key (run_id, task_id)
  ) strict;
CREATE TABLE datasets (
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
  , content_type text not null default 'tabular', label_columns text not null default '[]', mapping text not null default '[]', media text, file_name text, base_id text, base_label text) strict;
INSERT INTO "datasets" VALUES('ecb44198-bc59-4f8e-bbd8-3647151d6723','Biopsies','Cell nuclei','party',8664,100,'t_ecb44198bc594f8ebbd83647151d6723','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','A01','2026-11-22T21:34:56.082Z',NULL,NULL,0,'{{DATA_DIR}}/edge-1002/data/ecb44198-bc59-4f8e-bbd8-3647151d6723/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
INSERT INTO "datasets" VALUES('e38574fd-4129-4072-ae85-4161e74323ee','Biopsies','Cell nuclei','party',8664,100,'t_e38574fd41294072ae854161e74323ee','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','A01','2026-11-22T21:34:56.655Z','01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b','ecb44198-bc59-4f8e-bbd8-3647151d6723',0,'{{DATA_DIR}}/edge-1002/data/2b1a9e7f-5e29-4032-95e9-445dce721042/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
INSERT INTO "datasets" VALUES('2cade9c4-e43e-41f8-b1fa-691f2b8d1b84','Biopsies','Cell nuclei','party',8664,100,'t_2cade9c4e43e41f8b1fa691f2b8d1b84','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','A01','2026-11-22T21:35:01.843Z','01a2052f-162d-7120-8532-f3131b5c8dd0','ecb44198-bc59-4f8e-bbd8-3647151d6723',0,'{{DATA_DIR}}/edge-1002/data/6168e2f0-d232-45c8-a475-cef80149b756/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
INSERT INTO "datasets" VALUES('07f72cb8-641c-4b82-a95b-477c6826a82b','Biopsies','Cell nuclei','party',8664,100,'t_07f72cb8641c4b82a95b477c6826a82b','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','A01','2026-11-22T21:35:07.628Z','01a2052f-2ccf-75c1-87ff-d9c428fd8751','ecb44198-bc59-4f8e-bbd8-3647151d6723',0,'{{DATA_DIR}}/edge-1002/data/0a453bfa-e5b7-4606-b301-215c6d73e7e0/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
INSERT INTO "datasets" VALUES('cebbb180-a91e-47df-8d5f-c71a5f2a6aeb','Biopsies','Cell nuclei','party',8664,100,'t_cebbb180a91e47df8d5fc71a5f2a6aeb','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','A01','2026-11-22T21:35:20.851Z','01a2052f-600f-7508-bc71-c63cc49bd626','ecb44198-bc59-4f8e-bbd8-3647151d6723',0,'{{DATA_DIR}}/edge-1002/data/4234ac81-fc15-4f30-a492-e37297dcbcd2/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
INSERT INTO "datasets" VALUES('7b5a8a1e-5a22-4124-b63b-506eb53b2ed7','Biopsies','Cell nuclei','party',8664,100,'t_7b5a8a1e5a224124b63b506eb53b2ed7','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','A01','2026-11-22T21:35:21.022Z','01a2052f-613b-749a-9b2d-c232e6fa4b9a','ecb44198-bc59-4f8e-bbd8-3647151d6723',0,'{{DATA_DIR}}/edge-1002/data/87c8c7cb-75a2-4208-a7af-97d82039874a/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
INSERT INTO "datasets" VALUES('9b84d9fc-aaae-4e8e-8e9d-ba84a0589077','Biopsies','Cell nuclei','party',8664,100,'t_9b84d9fcaaae4e8e8e9dba84a0589077','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','A01','2026-11-22T21:35:21.316Z','01a2052f-6244-7461-b76a-a183e7653b08','ecb44198-bc59-4f8e-bbd8-3647151d6723',0,'{{DATA_DIR}}/edge-1002/data/b43bbc0a-3784-49c0-8656-e8261b77e464/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
INSERT INTO "datasets" VALUES('c00a01bb-b1ce-4387-b928-1e0b7b9216c4','Biopsies','Cell nuclei','party',8664,100,'t_c00a01bbb1ce4387b9281e0b7b9216c4','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','A01','2026-11-22T21:35:21.960Z','01a2052f-64d1-79ce-b339-0b07a76f40d6','ecb44198-bc59-4f8e-bbd8-3647151d6723',0,'{{DATA_DIR}}/edge-1002/data/c53a762d-c30c-4459-b0b5-0627472a295a/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
CREATE TABLE drafts (
    id text primary key,
    name text not null,
    user_id text not null,
    size_bytes integer not null,
    row_count integer not null,
    columns text not null,
    column_types text not null,
    create_time text not null,
    file text not null
  , content_type text not null default 'tabular', label_columns text not null default '[]', report text not null default '{"rowsRead":0,"rejected":[],"renamed":[],"notes":[]}', media text, file_name text) strict;
CREATE TABLE facts (key text primary key, value text not null) strict;
INSERT INTO "facts" VALUES('signers-seeded','2026-11-22T21:34:52.862Z');
INSERT INTO "facts" VALUES('identity','{"partyId":"1002","partyName":"湖滨县医院","partyNameEn":"Lakeside County Hospital","keys":{"keys":[{"crv":"Ed25519","x":"Mn3GoTSERf7vJ2zb6jU9hI31pClTnDZ2PnapzgPI5_Y","kty":"OKP","kid":"agHpX3LyIulyST5UZiffpM0W5QSNvbcZsb037JnpzVc","alg":"EdDSA","use":"sig"}]},"consoleOrigin":"{{PLATFORM_URL}}","fleetAddress":"{{FLEET_ADDRESS}}","fleetAuthority":"-----BEGIN CERTIFICATE-----\nMIIBzTCCAVSgAwIBAgIQAJ3yQE2iLABTd0YmroC/qzAKBggqhkjOPQQDAzAnMSUw\nIwYDVQQDExxUZXNzZXJhIGZlZGVyYXRpb24gYXV0aG9yaXR5MB4XDTI2MTEyMjIw\nMzQ0OVoXDTM2MTExOTIxMzQ0OVowJzElMCMGA1UEAxMcVGVzc2VyYSBmZWRlcmF0\naW9uIGF1dGhvcml0eTB2MBAGByqGSM49AgEGBSuBBAAiA2IABEfj1I930GVbNfO8\n/UP7aS53HVLErxpzGnqXhVY+0LvDJdObGUf4SHHcfwYyZ2b4A/1AXBrz5Jzj7KlO\nyTFCmqH3P7dCTmIlgBH1ZLd8cknPOJQe9fFZH+fx6mSk1o/vo6NFMEMwEgYDVR0T\nAQH/BAgwBgEB/wIBADAOBgNVHQ8BAf8EBAMCAQYwHQYDVR0OBBYEFJHo83mQLObA\nmcdtVR8KN4pDcj9tMAoGCCqGSM49BAMDA2cAMGQCMCI/AcWEdIDwOKbiaRkbtRZv\nPZ7PlFBwvy/Tyrq4H96qJIv1TXkPusxZTv/jjnuM/wIwZUjqIuiMhXtNjlmf7h4f\nJvjKusEFS5rR010VWDufMObI6WLuH8dc+hR7gfdt3NBu\n-----END CERTIFICATE-----\n","signer":{"userId":"01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98","username":"bob"},"prefix":"/jeecg-boot","platformUrl":"{{PLATFORM_URL}}","codeHash":"3544e903aced49c439692d25986781a6d7ddbdff3619acd975b1430392193434"}');
CREATE TABLE grant_events (
    grant_id text not null,
    seq integer not null,
    start integer not null,
    length integer not null,
    primary key (grant_id, seq)
  ) strict;
CREATE TABLE grants (
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
  , mapping text not null default '[]') strict;
INSERT INTO "grants" VALUES('8c605c7b-4b60-4606-ada0-e5287f08eca4','01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b','Finished logistic','["1001","1002"]','{"taskId":"01a2052f-01d1-7aa4-8cf8-67fa4f56ac1b","algorithm":"logistic-regression","parameters":{"learning_rate":0.1,"max_iter":4,"local_epochs":5,"l2":0.001},"columns":["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","side"],"label":"diagnosis","maxRounds":4}','1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d','0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d','e38574fd-4129-4072-ae85-4161e74323ee','Biopsies',100,'01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','2026-11-22T21:34:56.884Z','2126-01-01T00:00:00.000Z',NULL,'{{DATA_DIR}}/edge-1002/grants/8c605c7b-4b60-4606-ada0-e5287f08eca4.parquet','[]');
INSERT INTO "grants" VALUES('8f54064a-a9dc-453b-b835-f478e07af144','01a2052f-162d-7120-8532-f3131b5c8dd0','Finished network','["1001","1002"]','{"taskId":"01a2052f-162d-7120-8532-f3131b5c8dd0","algorithm":"mlp","parameters":{"learning_rate":0.005,"max_iter":4,"local_epochs":5,"hidden_units":32,"batch_size":16,"l2":0.001},"columns":["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","side"],"label":"diagnosis","maxRounds":4}','a7126d8e6735210362fc23381b38050703a78e038c74e9932b361ca87901b23b','f46020a5fab811f4dc90d9b3a95043cc5981a1abef1e8769c5884b0cf6befb3b','2cade9c4-e43e-41f8-b1fa-691f2b8d1b84','Biopsies',100,'01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','2026-11-22T21:35:02.296Z','2126-01-01T00:00:00.000Z',NULL,'{{DATA_DIR}}/edge-1002/grants/8f54064a-a9dc-453b-b835-f478e07af144.parquet','[]');
INSERT INTO "grants" VALUES('413de5c3-f8a1-4b5a-a586-3fa650c88611','01a2052f-2ccf-75c1-87ff-d9c428fd8751','Finished linear','["1001","1002"]','{"taskId":"01a2052f-2ccf-75c1-87ff-d9c428fd8751","algorithm":"linear-regression","parameters":{"learning_rate":0.1,"max_iter":4,"local_epochs":5,"l2":0.001},"columns":["mean radius","mean texture","mean perimeter","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","side"],"label":"mean area","maxRounds":4}','7134033887fb6267f3cf9babfe0a38c5335b4d8da7f8d0a501de2f108ff897db','733a7670060017a1d6548e421f662ab263a6dc99ab9ef893c52b12666bdf24f7','07f72cb8-641c-4b82-a95b-477c6826a82b','Biopsies',100,'01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','2026-11-22T21:35:08.076Z','2126-01-01T00:00:00.000Z',NULL,'{{DATA_DIR}}/edge-1002/grants/413de5c3-f8a1-4b5a-a586-3fa650c88611.parquet','[]');
INSERT INTO "grants" VALUES('99fd1a87-ad08-48c7-8297-d91c084916eb','01a2052f-613b-749a-9b2d-c232e6fa4b9a','One signed','["1001","1002"]','{"taskId":"01a2052f-613b-749a-9b2d-c232e6fa4b9a","algorithm":"linear-regression","parameters":{"learning_rate":0.05,"max_iter":9,"local_epochs":3,"l2":0.001},"columns":["mean radius","mean texture","mean perimeter","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","side"],"label":"mean area","maxRounds":9}','7134033887fb6267f3cf9babfe0a38c5335b4d8da7f8d0a501de2f108ff897db','ed0ea5d865c541e138384a4c6c57bcff4f690ae526464ea204d2ee251a9a4d27','7b5a8a1e-5a22-4124-b63b-506eb53b2ed7','Biopsies',100,'01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','2026-11-22T21:35:21.112Z','2126-01-01T00:00:00.000Z',NULL,'{{DATA_DIR}}/edge-1002/grants/99fd1a87-ad08-48c7-8297-d91c084916eb.parquet','[]');
INSERT INTO "grants" VALUES('cb6b9749-c492-41b8-bc2d-fab2f786812e','01a2052f-6244-7461-b76a-a183e7653b08','All signed','["1001","1002"]','{"taskId":"01a2052f-6244-7461-b76a-a183e7653b08","algorithm":"logistic-regression","parameters":{"learning_rate":0.05,"max_iter":9,"local_epochs":3,"l2":0.001},"columns":["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","side"],"label":"diagnosis","maxRounds":9}','1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d','1e1ceead992d9d04d958260ac27a789fca3a78555c4fb6960ae814f34b73b5e0','9b84d9fc-aaae-4e8e-8e9d-ba84a0589077','Biopsies',100,'01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','2026-11-22T21:35:21.784Z','2126-01-01T00:00:00.000Z',NULL,'{{DATA_DIR}}/edge-1002/grants/cb6b9749-c492-41b8-bc2d-fab2f786812e.parquet','[]');
INSERT INTO "grants" VALUES('94121a68-6f20-4d93-9307-c06fa09a1810','01a2052f-64d1-79ce-b339-0b07a76f40d6','In flight','["1001","1002"]','{"taskId":"01a2052f-64d1-79ce-b339-0b07a76f40d6","algorithm":"mlp","parameters":{"learning_rate":0.005,"max_iter":100,"local_epochs":5,"hidden_units":32,"batch_size":16,"l2":0.001},"columns":["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","side"],"label":"diagnosis","maxRounds":100}','a7126d8e6735210362fc23381b38050703a78e038c74e9932b361ca87901b23b','a74b44de609b48460f671c6c9ca53fa3dcedd257f0c1e01043a5ab5f2135d69e','c00a01bb-b1ce-4387-b928-1e0b7b9216c4','Biopsies',100,'01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','2026-11-22T21:35:22.144Z','2126-01-01T00:00:00.000Z',NULL,'{{DATA_DIR}}/edge-1002/grants/94121a68-6f20-4d93-9307-c06fa09a1810.parquet','[]');
CREATE TABLE inferences (
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
  , attempts integer not null default 0) strict;
INSERT INTO "inferences" VALUES('3325fb04-ef0a-4df3-9190-55a4b284f294','01a2052f-43ec-7579-821b-8b18551ce01d','mean area','Not used yet','Rows that nobody trained on','created','01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob','2026-11-22T21:35:20.313Z','[{"name":"c0","column":"mean radius","kind":"number","example":12.6385},{"name":"c1","column":"mean texture","kind":"number","example":19.1082},{"name":"c2","column":"mean perimeter","kind":"number","example":81.7668},{"name":"c3","column":"mean smoothness","kind":"number","example":0.0957962},{"name":"c4","column":"mean compactness","kind":"number","example":0.0956022},{"name":"c5","column":"mean concavity","kind":"number","example":0.0686367},{"name":"c6","column":"mean concave points","kind":"number","example":0.035367},{"name":"c7","column":"mean symmetry","kind":"number","example":0.181824},{"name":"c8","column":"mean fractal dimension","kind":"number","example":0.0639654},{"name":"c9","column":"side","kind":"category","categories":["left","right"]}]','{"kind":"number","label":"mean area"}',NULL,NULL,NULL,1);
CREATE TABLE "messages_used" (
    grant_id text not null references grants (id),
    run_id text not null,
    message_id text not null,
    time text not null
  , message_type text not null default 'train') strict;
INSERT INTO "messages_used" VALUES('8c605c7b-4b60-4606-ada0-e5287f08eca4','01a2052f-03a7-74d5-8600-96f454e4756c','08ddfe8b7fa488ed8b54508404a5f2be06cb7739a03dd5bddc55eb29aec4eea3','2026-11-22T21:34:57.627Z','query');
INSERT INTO "messages_used" VALUES('8c605c7b-4b60-4606-ada0-e5287f08eca4','01a2052f-03a7-74d5-8600-96f454e4756c','cfb2d93d8dedd92ebf5ae87436d9e1a17d031563ae3a4fa6485869e959440076','2026-11-22T21:34:57.989Z','train');
INSERT INTO "messages_used" VALUES('8c605c7b-4b60-4606-ada0-e5287f08eca4','01a2052f-03a7-74d5-8600-96f454e4756c','c62f323a6786f50c10512e750cbfd7047f40fbbb07b2d380fa1bee4076cc22d4','2026-11-22T21:34:58.426Z','train');
INSERT INTO "messages_used" VALUES('8c605c7b-4b60-4606-ada0-e5287f08eca4','01a2052f-03a7-74d5-8600-96f454e4756c','31ae2b8eee2e06ff22dc009fbe31f5f5484816c153c15e650c7052e63f30c40c','2026-11-22T21:34:58.842Z','train');
INSERT INTO "messages_used" VALUES('8c605c7b-4b60-4606-ada0-e5287f08eca4','01a2052f-03a7-74d5-8600-96f454e4756c','fc2ec8220c8e786229eb541884d4ffb3a8eff844e4d4cac8e3ca9bcc7e770edd','2026-11-22T21:34:59.255Z','train');
INSERT INTO "messages_used" VALUES('8c605c7b-4b60-4606-ada0-e5287f08eca4','01a2052f-03a7-74d5-8600-96f454e4756c','9f2a0168de296782b6fb8d9c25b84f8a1a305c566f42a5734e327188ed2c607f','2026-11-22T21:34:59.675Z','evaluate');
INSERT INTO "messages_used" VALUES('8f54064a-a9dc-453b-b835-f478e07af144','01a2052f-18d2-7557-ae7c-3153e8bd6b03','19aaab605e446ef78571679d1012bc50bdfff170dc8b84b09721ef386f140577','2026-11-22T21:35:02.860Z','query');
INSERT INTO "messages_used" VALUES('8f54064a-a9dc-453b-b835-f478e07af144','01a2052f-18d2-7557-ae7c-3153e8bd6b03','d1a5c11cafa4008ad3c91b300b2d529cc12030e29a4ed2c565aa0b11223058ab','2026-11-22T21:35:03.387Z','train');
INSERT INTO "messages_used" VALUES('8f54064a-a9dc-453b-b835-f478e07af144','01a2052f-18d2-7557-ae7c-3153e8bd6b03','1108c49b635a51ff91a09b0a1d97222434038bdc0a3c6c58ca47a47c3fe6e6f2','2026-11-22T21:35:03.860Z','train');
INSERT INTO "messages_used" VALUES('8f54064a-a9dc-453b-b835-f478e07af144','01a2052f-18d2-7557-ae7c-3153e8bd6b03','5b0497ba65eba54e8a7f9c7cbbc8449ebed33f30f18fbc0b97d83838a2d1f053','2026-11-22T21:35:04.444Z','train');
INSERT INTO "messages_used" VALUES('8f54064a-a9dc-453b-b835-f478e07af144','01a2052f-18d2-7557-ae7c-3153e8bd6b03','66f17d9ac87f021450831e9e9f426dd49484ba724e75bb22c3231604d37f411f','2026-11-22T21:35:05.178Z','train');
INSERT INTO "messages_used" VALUES('8f54064a-a9dc-453b-b835-f478e07af144','01a2052f-18d2-7557-ae7c-3153e8bd6b03','498d876efd3a0aad7af0fbccc1963fed2cbc6c35c9c9f6646739b4af2d6ad4df','2026-11-22T21:35:05.609Z','evaluate');
INSERT INTO "messages_used" VALUES('413de5c3-f8a1-4b5a-a586-3fa650c88611','01a2052f-2f6b-71fe-8363-b2de5797a311','705b81012a614193cc9397723793962f0d026b1676cdc02ee43f48570f30588d','2026-11-22T21:35:08.655Z','query');
INSERT INTO "messages_used" VALUES('413de5c3-f8a1-4b5a-a586-3fa650c88611','01a2052f-2f6b-71fe-8363-b2de5797a311','5912504eea7af03aef508c74b6a2396f95b0b9a194cc2c86e3f734f5b16c21e4','2026-11-22T21:35:09.351Z','train');
INSERT INTO "messages_used" VALUES('413de5c3-f8a1-4b5a-a586-3fa650c88611','01a2052f-2f6b-71fe-8363-b2de5797a311','5b77e384fe5d5ee7de62e96530cd6821b695f3e26413747031d2e0893479b995','2026-11-22T21:35:09.855Z','train');
INSERT INTO "messages_used" VALUES('413de5c3-f8a1-4b5a-a586-3fa650c88611','01a2052f-2f6b-71fe-8363-b2de5797a311','ee6fc483314202be749902b463f72a4ad2c0b7786811c97b076e969392c94d1d','2026-11-22T21:35:10.522Z','train');
INSERT INTO "messages_used" VALUES('413de5c3-f8a1-4b5a-a586-3fa650c88611','01a2052f-2f6b-71fe-8363-b2de5797a311','0fe58ae92f8b3fc7da46ef36ef6e4a4ef08a59a9607c66fee94a89d28634ff08','2026-11-22T21:35:11.004Z','train');
INSERT INTO "messages_used" VALUES('413de5c3-f8a1-4b5a-a586-3fa650c88611','01a2052f-2f6b-71fe-8363-b2de5797a311','06bfba162ca5df22eb68a4e12fbdccd770c7260d26f899740f9fad4e306ed9b7','2026-11-22T21:35:11.746Z','evaluate');
INSERT INTO "messages_used" VALUES('94121a68-6f20-4d93-9307-c06fa09a1810','01a2052f-6731-7058-ad86-286f6a4bf0fe','04198ace277516d054651811b1524e35fd4323ad0afc4335b93369ca0547db98','2026-11-22T21:35:23.244Z','query');
INSERT INTO "messages_used" VALUES('94121a68-6f20-4d93-9307-c06fa09a1810','01a2052f-6731-7058-ad86-286f6a4bf0fe','6cd2871a61202320d5e7c315d10bcc9906be2c7fcc471b728d53573822b9762b','2026-11-22T21:35:23.673Z','train');
INSERT INTO "messages_used" VALUES('94121a68-6f20-4d93-9307-c06fa09a1810','01a2052f-6731-7058-ad86-286f6a4bf0fe','bf76a40a378f4c9f7d991ffb2a73c28b67c8eee9f67bae3486a26d9b96994aa3','2026-11-22T21:35:24.091Z','train');
INSERT INTO "messages_used" VALUES('94121a68-6f20-4d93-9307-c06fa09a1810','01a2052f-6731-7058-ad86-286f6a4bf0fe','72e794338381e31696a04017f21ddb5968868606e20f77792eeb9bda9e12c0ac','2026-11-22T21:35:24.509Z','train');
INSERT INTO "messages_used" VALUES('94121a68-6f20-4d93-9307-c06fa09a1810','01a2052f-6731-7058-ad86-286f6a4bf0fe','9ddd70ec7c2e710ef9921d674f1a1e8c1ae426e510e915dc5d7a6afa672bd3f1','2026-11-22T21:35:24.966Z','train');
CREATE TABLE outbox (
    id integer primary key autoincrement,
    report text not null,
    create_time text not null,
    sent integer not null default 0,
    error text
  ) strict;
CREATE TABLE passkeys (
    id text primary key,
    username text not null references signers (username) on delete cascade,
    public_key text not null,
    counter integer not null,
    transports text not null,
    create_time text not null
  ) strict;
CREATE TABLE profiles (table_name text primary key, profiles text not null) strict;
CREATE TABLE signers (
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
INSERT INTO "signers" VALUES('bob','01a2052e-ecd8-75c1-b0fa-2c2cbdd5ba98','bob',NULL,'2026-11-22T21:34:52.862Z','scrypt:EQnkWzVxb4x+w6sE8OcCng==:iDrrZfIrv2ICgG2+XHHanbivkA9IlrhRAqD0EZFTRbY=',NULL,NULL,0,NULL);
CREATE TABLE stopped_runs (run_id text primary key, time text not null) strict;
CREATE INDEX datasets_by_task on datasets (task_id, create_time);
CREATE INDEX grants_by_task on grants (task_id, sign_time);
CREATE INDEX rounds_used_by_grant on "messages_used" (grant_id);
CREATE INDEX passkeys_by_signer on passkeys (username);
CREATE INDEX messages_used_by_message on messages_used (message_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('outbox',19);
COMMIT;
pragma user_version = 9;
