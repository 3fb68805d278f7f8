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
INSERT INTO "datasets" VALUES('25619655-26b9-434c-bb49-8748bd41ab87','Biopsies','Cell nuclei','party',8664,100,'t_2561965526b9434cbb498748bd41ab87','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a20520-31d7-78b8-a275-28f95d08ad42','bob','A01','2026-11-22T21:19:18.140Z',NULL,NULL,0,'{{DATA_DIR}}/edge-1002/data/25619655-26b9-434c-bb49-8748bd41ab87/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
INSERT INTO "datasets" VALUES('0ea64392-82bf-4ac1-a55c-a9ec60fb3b0d','Biopsies','Cell nuclei','party',8664,100,'t_0ea6439282bf4ac1a55ca9ec60fb3b0d','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a20520-31d7-78b8-a275-28f95d08ad42','bob','A01','2026-11-22T21:19:20.864Z','01a20520-b5ac-78cf-ad53-e63075c4d49d','25619655-26b9-434c-bb49-8748bd41ab87',0,'{{DATA_DIR}}/edge-1002/data/1100c048-70ad-4641-bf6b-b85d922f3bd5/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
INSERT INTO "datasets" VALUES('12ebd6d4-f88e-40a1-afc6-47c793e76659','Biopsies','Cell nuclei','party',8664,100,'t_12ebd6d4f88e40a1afc647c793e76659','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a20520-31d7-78b8-a275-28f95d08ad42','bob','A01','2026-11-22T21:19:42.013Z','01a20521-0b3b-7680-93b9-dee8753c10d1','25619655-26b9-434c-bb49-8748bd41ab87',0,'{{DATA_DIR}}/edge-1002/data/f77a39ec-d22a-44be-84d2-c32709aaee64/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
INSERT INTO "datasets" VALUES('3c56cbad-10f7-4bf0-b1fb-bed467dab2e4','Biopsies','Cell nuclei','party',8664,100,'t_3c56cbad10f74bf0b1fbbed467dab2e4','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a20520-31d7-78b8-a275-28f95d08ad42','bob','A01','2026-11-22T21:19:58.929Z','01a20521-4d45-73a3-81d1-9c46ec18c195','25619655-26b9-434c-bb49-8748bd41ab87',0,'{{DATA_DIR}}/edge-1002/data/b1798003-d055-4d55-b94f-06aa913ba5f0/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
INSERT INTO "datasets" VALUES('4597f7e5-fd6a-41c2-b9f3-f7a5da039c96','Biopsies','Cell nuclei','party',8664,100,'t_4597f7e5fd6a41c2b9f3f7a5da039c96','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a20520-31d7-78b8-a275-28f95d08ad42','bob','A01','2026-11-22T21:20:23.125Z','01a20521-ad68-7be8-894d-56b80dc84190','25619655-26b9-434c-bb49-8748bd41ab87',0,'{{DATA_DIR}}/edge-1002/data/15e98716-39fa-4953-902e-710b72f33df8/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
INSERT INTO "datasets" VALUES('e9e00817-208e-49f9-b9c1-1da86795fc8c','Biopsies','Cell nuclei','party',8664,100,'t_e9e00817208e49f9b9c11da86795fc8c','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a20520-31d7-78b8-a275-28f95d08ad42','bob','A01','2026-11-22T21:20:23.721Z','01a20521-af1c-705f-82d8-a93a39423082','25619655-26b9-434c-bb49-8748bd41ab87',0,'{{DATA_DIR}}/edge-1002/data/f205341d-11a2-4faa-9122-6424f447efb4/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
INSERT INTO "datasets" VALUES('0a7aa61e-a9bc-46b9-8502-c6bfc84480ad','Biopsies','Cell nuclei','party',8664,100,'t_0a7aa61ea9bc46b98502c6bfc84480ad','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a20520-31d7-78b8-a275-28f95d08ad42','bob','A01','2026-11-22T21:20:24.356Z','01a20521-b15b-7b36-8c29-2b9e9f1766f9','25619655-26b9-434c-bb49-8748bd41ab87',0,'{{DATA_DIR}}/edge-1002/data/bc73fb64-2f6b-402b-89e8-065150bddf60/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
INSERT INTO "datasets" VALUES('ba393573-e694-40bb-a14e-ae8e6ce41dc9','Biopsies','Cell nuclei','party',8664,100,'t_ba393573e69440bba14eae8e6ce41dc9','["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","diagnosis","side"]','{"mean radius":"number","mean texture":"number","mean perimeter":"number","mean area":"number","mean smoothness":"number","mean compactness":"number","mean concavity":"number","mean concave points":"number","mean symmetry":"number","mean fractal dimension":"number","diagnosis":"text","side":"text"}','01a20520-31d7-78b8-a275-28f95d08ad42','bob','A01','2026-11-22T21:20:25.440Z','01a20521-b698-7903-aeb3-efaa4b561114','25619655-26b9-434c-bb49-8748bd41ab87',0,'{{DATA_DIR}}/edge-1002/data/8c9747df-a521-4ee3-b104-84018db30d9f/rows.parquet','tabular','[]','[]',NULL,'Biopsies.zip',NULL,NULL);
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
INSERT INTO "facts" VALUES('signers-seeded','2026-11-22T21:18:53.570Z');
INSERT INTO "facts" VALUES('identity','{"partyId":"1002","partyName":"湖滨县医院","partyNameEn":"Lakeside County Hospital","keys":{"keys":[{"crv":"Ed25519","x":"MAUR7Juz_tN4CmNJcHDg7YONjoKGyC3NrOYI2aL3Asc","kty":"OKP","kid":"sbqNLuk0Gmt4V1Wk_BdUORvo_JKgZ1aO18MSU6P1SYs","alg":"EdDSA","use":"sig"}]},"consoleOrigin":"{{PLATFORM_URL}}","fleetAddress":"{{FLEET_ADDRESS}}","fleetAuthority":"-----BEGIN CERTIFICATE-----\nMIIBzjCCAVOgAwIBAgIPY/HLe6vVKoRkTrKG/erhMAoGCCqGSM49BAMDMCcxJTAj\nBgNVBAMTHFRlc3NlcmEgZmVkZXJhdGlvbiBhdXRob3JpdHkwHhcNMjYxMTIyMjAx\nODM2WhcNMzYxMTE5MjExODM2WjAnMSUwIwYDVQQDExxUZXNzZXJhIGZlZGVyYXRp\nb24gYXV0aG9yaXR5MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEcXGv5lFvMsHYuJiI\ndo0dQ0n0c1paTPxk9YzfeHviG8hLMGMFIIkKTWFtFXDSENMTE9qwnSlcsqxofhyG\nPtQZ4oswKlj2cCVqXi1L73Jc//8wS7YKnBqXrm1bwJIG4edUo0UwQzASBgNVHRMB\nAf8ECDAGAQH/AgEAMA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUJoABtvWWLxAc\n7L3LE3tqO8Vam1cwCgYIKoZIzj0EAwMDaQAwZgIxAPZVSFecjITg4i/LQnhpHIu4\ngAQ4PdNXQAgDjw/KtJlSL0Z07UJrnFhYFy/HauEa/AIxAJRJ+b2cIiP9Avbbw3sM\n2y/IfnlpxKakMXCr5L+4VCBaKhT+68pO6n3K6jfeYy9ziA==\n-----END CERTIFICATE-----\n","signer":{"userId":"01a20520-31d7-78b8-a275-28f95d08ad42","username":"bob"},"prefix":"/jeecg-boot","platformUrl":"{{PLATFORM_URL}}","codeHash":"70d1c179818b82ef058bbf836314daf4469c9805c25dd505b3801efc97e897c7"}');
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
INSERT INTO "grants" VALUES('3094e4a8-04a1-485a-9573-128670e13409','01a20520-b5ac-78cf-ad53-e63075c4d49d','Finished logistic','["1001","1002"]','{"taskId":"01a20520-b5ac-78cf-ad53-e63075c4d49d","algorithm":"logistic-regression","parameters":{"learning_rate":0.1,"max_iter":4,"local_epochs":5,"l2":0.001},"columns":["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","side"],"label":"diagnosis","maxRounds":4}','1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d','0b3ace944055ddd87eb1cc9f89ca486be7e9621dcbd2796d6a84c11a71343f2d','0ea64392-82bf-4ac1-a55c-a9ec60fb3b0d','Biopsies',100,'01a20520-31d7-78b8-a275-28f95d08ad42','bob','2026-11-22T21:19:22.241Z','2126-01-01T00:00:00.000Z',NULL,'{{DATA_DIR}}/edge-1002/grants/3094e4a8-04a1-485a-9573-128670e13409.parquet','[]');
INSERT INTO "grants" VALUES('43197a15-612d-44ef-975a-e2edc17d0a01','01a20521-0b3b-7680-93b9-dee8753c10d1','Finished network','["1001","1002"]','{"taskId":"01a20521-0b3b-7680-93b9-dee8753c10d1","algorithm":"mlp","parameters":{"learning_rate":0.005,"max_iter":4,"local_epochs":5,"hidden_units":32,"batch_size":16,"l2":0.001},"columns":["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","side"],"label":"diagnosis","maxRounds":4}','a7126d8e6735210362fc23381b38050703a78e038c74e9932b361ca87901b23b','f46020a5fab811f4dc90d9b3a95043cc5981a1abef1e8769c5884b0cf6befb3b','12ebd6d4-f88e-40a1-afc6-47c793e76659','Biopsies',100,'01a20520-31d7-78b8-a275-28f95d08ad42','bob','2026-11-22T21:19:42.947Z','2126-01-01T00:00:00.000Z',NULL,'{{DATA_DIR}}/edge-1002/grants/43197a15-612d-44ef-975a-e2edc17d0a01.parquet','[]');
INSERT INTO "grants" VALUES('24e15c3b-7566-4f26-a252-d3c131f7e63c','01a20521-4d45-73a3-81d1-9c46ec18c195','Finished linear','["1001","1002"]','{"taskId":"01a20521-4d45-73a3-81d1-9c46ec18c195","algorithm":"linear-regression","parameters":{"learning_rate":0.1,"max_iter":4,"local_epochs":5,"l2":0.001},"columns":["mean radius","mean texture","mean perimeter","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","side"],"label":"mean area","maxRounds":4}','7134033887fb6267f3cf9babfe0a38c5335b4d8da7f8d0a501de2f108ff897db','733a7670060017a1d6548e421f662ab263a6dc99ab9ef893c52b12666bdf24f7','3c56cbad-10f7-4bf0-b1fb-bed467dab2e4','Biopsies',100,'01a20520-31d7-78b8-a275-28f95d08ad42','bob','2026-11-22T21:19:59.552Z','2126-01-01T00:00:00.000Z',NULL,'{{DATA_DIR}}/edge-1002/grants/24e15c3b-7566-4f26-a252-d3c131f7e63c.parquet','[]');
INSERT INTO "grants" VALUES('4ae66a2c-c782-4a20-a01f-5bc0ff59cab0','01a20521-af1c-705f-82d8-a93a39423082','One signed','["1001","1002"]','{"taskId":"01a20521-af1c-705f-82d8-a93a39423082","algorithm":"linear-regression","parameters":{"learning_rate":0.05,"max_iter":9,"local_epochs":3,"l2":0.001},"columns":["mean radius","mean texture","mean perimeter","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","side"],"label":"mean area","maxRounds":9}','7134033887fb6267f3cf9babfe0a38c5335b4d8da7f8d0a501de2f108ff897db','ed0ea5d865c541e138384a4c6c57bcff4f690ae526464ea204d2ee251a9a4d27','e9e00817-208e-49f9-b9c1-1da86795fc8c','Biopsies',100,'01a20520-31d7-78b8-a275-28f95d08ad42','bob','2026-11-22T21:20:23.856Z','2126-01-01T00:00:00.000Z',NULL,'{{DATA_DIR}}/edge-1002/grants/4ae66a2c-c782-4a20-a01f-5bc0ff59cab0.parquet','[]');
INSERT INTO "grants" VALUES('7c30827e-57f4-4334-ae48-1cff34952451','01a20521-b15b-7b36-8c29-2b9e9f1766f9','All signed','["1001","1002"]','{"taskId":"01a20521-b15b-7b36-8c29-2b9e9f1766f9","algorithm":"logistic-regression","parameters":{"learning_rate":0.05,"max_iter":9,"local_epochs":3,"l2":0.001},"columns":["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","side"],"label":"diagnosis","maxRounds":9}','1caf8fb00f7c80021b1b7bf63b5295404dc361e74bb6d8937b83758663ec6e9d','1e1ceead992d9d04d958260ac27a789fca3a78555c4fb6960ae814f34b73b5e0','0a7aa61e-a9bc-46b9-8502-c6bfc84480ad','Biopsies',100,'01a20520-31d7-78b8-a275-28f95d08ad42','bob','2026-11-22T21:20:24.945Z','2126-01-01T00:00:00.000Z',NULL,'{{DATA_DIR}}/edge-1002/grants/7c30827e-57f4-4334-ae48-1cff34952451.parquet','[]');
INSERT INTO "grants" VALUES('3aeb87da-620c-4567-915a-45d7a34264f5','01a20521-b698-7903-aeb3-efaa4b561114','In flight','["1001","1002"]','{"taskId":"01a20521-b698-7903-aeb3-efaa4b561114","algorithm":"mlp","parameters":{"learning_rate":0.005,"max_iter":100,"local_epochs":5,"hidden_units":32,"batch_size":16,"l2":0.001},"columns":["mean radius","mean texture","mean perimeter","mean area","mean smoothness","mean compactness","mean concavity","mean concave points","mean symmetry","mean fractal dimension","side"],"label":"diagnosis","maxRounds":100}','a7126d8e6735210362fc23381b38050703a78e038c74e9932b361ca87901b23b','a74b44de609b48460f671c6c9ca53fa3dcedd257f0c1e01043a5ab5f2135d69e','ba393573-e694-40bb-a14e-ae8e6ce41dc9','Biopsies',100,'01a20520-31d7-78b8-a275-28f95d08ad42','bob','2026-11-22T21:20:26.177Z','2126-01-01T00:00:00.000Z',NULL,'{{DATA_DIR}}/edge-1002/grants/3aeb87da-620c-4567-915a-45d7a34264f5.parquet','[]');
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
INSERT INTO "inferences" VALUES('071f4af3-7a69-4067-a910-d2d287f6ae64','01a20521-7b0d-70ce-8b1b-0999da590eae','mean area','Not used yet','Rows that nobody trained on','created','01a20520-31d7-78b8-a275-28f95d08ad42','bob','2026-11-22T21:20:22.257Z','[{"name":"c0","column":"mean radius","kind":"number","example":12.6385},{"name":"c1","column":"mean texture","kind":"number","example":19.1082},{"name":"c2","column":"mean perimeter","kind":"number","example":81.7668},{"name":"c3","column":"mean smoothness","kind":"number","example":0.0957962},{"name":"c4","column":"mean compactness","kind":"number","example":0.0956022},{"name":"c5","column":"mean concavity","kind":"number","example":0.0686367},{"name":"c6","column":"mean concave points","kind":"number","example":0.035367},{"name":"c7","column":"mean symmetry","kind":"number","example":0.181824},{"name":"c8","column":"mean fractal dimension","kind":"number","example":0.0639654},{"name":"c9","column":"side","kind":"category","categories":["left","right"]}]','{"kind":"number","label":"mean area"}',NULL,NULL,NULL,1);
CREATE TABLE "messages_used" (
    grant_id text not null references grants (id),
    run_id text not null,
    message_id text not null,
    time text not null
  , message_type text not null default 'train') strict;
INSERT INTO "messages_used" VALUES('3094e4a8-04a1-485a-9573-128670e13409','01a20520-c27e-7b42-aedb-894319961dd7','5d9e1959901ba368eaf3368af2ec218b6fba9bf7ee2e95fcea7ed5d0f82c6319','2026-11-22T21:19:25.423Z','query');
INSERT INTO "messages_used" VALUES('3094e4a8-04a1-485a-9573-128670e13409','01a20520-c27e-7b42-aedb-894319961dd7','9a009d57885056773c6206b772f59d2c88d7ea8835a677da6dfb39f2cd4f4452','2026-11-22T21:19:27.174Z','train');
INSERT INTO "messages_used" VALUES('3094e4a8-04a1-485a-9573-128670e13409','01a20520-c27e-7b42-aedb-894319961dd7','cbe1362eeae7fd9980a48cecf48cfdd9f0901bb0db13bdf3a31aefd3638bfd48','2026-11-22T21:19:29.513Z','train');
INSERT INTO "messages_used" VALUES('3094e4a8-04a1-485a-9573-128670e13409','01a20520-c27e-7b42-aedb-894319961dd7','d946949ecf75c0b05eb7b6918faa2a6b90229eef30010d9940e5c07094dd71d5','2026-11-22T21:19:31.853Z','train');
INSERT INTO "messages_used" VALUES('3094e4a8-04a1-485a-9573-128670e13409','01a20520-c27e-7b42-aedb-894319961dd7','16eed878613d677a62c64fc7b852cc428e7cc5926a81dd1df5deff36c0a660a2','2026-11-22T21:19:34.912Z','train');
INSERT INTO "messages_used" VALUES('3094e4a8-04a1-485a-9573-128670e13409','01a20520-c27e-7b42-aedb-894319961dd7','f347087e6d217ab427ba311302a9e9f9a02042c694075ef0737c16d5e5301766','2026-11-22T21:19:37.137Z','evaluate');
INSERT INTO "messages_used" VALUES('43197a15-612d-44ef-975a-e2edc17d0a01','01a20521-11ec-7384-b2a7-d12fc1f6a431','6bc6194611d62dda1ff6377b7c454ebc8c32f5041d884af157e911685289773c','2026-11-22T21:19:47.034Z','query');
INSERT INTO "messages_used" VALUES('43197a15-612d-44ef-975a-e2edc17d0a01','01a20521-11ec-7384-b2a7-d12fc1f6a431','2a822dc47554f15bf9af8f2f2b181718805b8a79070bbdc37c4e57065982a468','2026-11-22T21:19:49.283Z','train');
INSERT INTO "messages_used" VALUES('43197a15-612d-44ef-975a-e2edc17d0a01','01a20521-11ec-7384-b2a7-d12fc1f6a431','6456539ed537f778c7e8a8b53f7019b8ef6dad22480e36eacce898990d2d5f8e','2026-11-22T21:19:50.582Z','train');
INSERT INTO "messages_used" VALUES('43197a15-612d-44ef-975a-e2edc17d0a01','01a20521-11ec-7384-b2a7-d12fc1f6a431','fe01f69a89a41eaadcfbef599c83c10f11c10677e9ebfbc815b102e9e0f93948','2026-11-22T21:19:53.102Z','train');
INSERT INTO "messages_used" VALUES('43197a15-612d-44ef-975a-e2edc17d0a01','01a20521-11ec-7384-b2a7-d12fc1f6a431','ed2234c681735b795b19e3f3331b7c71656729c38072a4faf6ba65301a00e334','2026-11-22T21:19:54.291Z','train');
INSERT INTO "messages_used" VALUES('43197a15-612d-44ef-975a-e2edc17d0a01','01a20521-11ec-7384-b2a7-d12fc1f6a431','54890c834cd9efd918bdc14726104e182dd51bc061e9bef09f18b29e2497b5f6','2026-11-22T21:19:55.304Z','evaluate');
INSERT INTO "messages_used" VALUES('24e15c3b-7566-4f26-a252-d3c131f7e63c','01a20521-53b4-7881-a89c-13cb18922f45','958385bcda2118e30b22378bad85e7552ede89d9fdfc45400f8519fc5601ef28','2026-11-22T21:20:01.730Z','query');
INSERT INTO "messages_used" VALUES('24e15c3b-7566-4f26-a252-d3c131f7e63c','01a20521-53b4-7881-a89c-13cb18922f45','a09aa8bf3b759c19518f9ce9fea507c291ffedb77c6936793f3220cace3d6bb2','2026-11-22T21:20:02.934Z','train');
INSERT INTO "messages_used" VALUES('24e15c3b-7566-4f26-a252-d3c131f7e63c','01a20521-53b4-7881-a89c-13cb18922f45','06205ff7723b13c750bca634943825941d9c9dea4e3b228515434f96a07718ff','2026-11-22T21:20:03.706Z','train');
INSERT INTO "messages_used" VALUES('24e15c3b-7566-4f26-a252-d3c131f7e63c','01a20521-53b4-7881-a89c-13cb18922f45','5dd63c1037c284ae8eb6a29705794a6853e26ab8a4eb47f4423d05003af0cbd7','2026-11-22T21:20:05.764Z','train');
INSERT INTO "messages_used" VALUES('24e15c3b-7566-4f26-a252-d3c131f7e63c','01a20521-53b4-7881-a89c-13cb18922f45','634cf6106b5a288a5205ecd08d7be8cf4f377b393d0efdc9b73c462e114f4d3a','2026-11-22T21:20:06.667Z','train');
INSERT INTO "messages_used" VALUES('24e15c3b-7566-4f26-a252-d3c131f7e63c','01a20521-53b4-7881-a89c-13cb18922f45','23c4c5217a771862e6e806429e46741e9679beae3593e3fce332be9d7698090d','2026-11-22T21:20:07.847Z','evaluate');
INSERT INTO "messages_used" VALUES('3aeb87da-620c-4567-915a-45d7a34264f5','01a20521-bb54-7dc2-ae9a-e19c191c29fa','e68eff23d8b122edf5e3a3c8fdfbcafc77ceb271b901c3011fcbc51c749d3cb8','2026-11-22T21:20:27.857Z','query');
INSERT INTO "messages_used" VALUES('3aeb87da-620c-4567-915a-45d7a34264f5','01a20521-bb54-7dc2-ae9a-e19c191c29fa','a941e862aea22e9298cac3ddda0cf85fcc8f4af1b034152096ad32bea22cfe70','2026-11-22T21:20:28.366Z','train');
INSERT INTO "messages_used" VALUES('3aeb87da-620c-4567-915a-45d7a34264f5','01a20521-bb54-7dc2-ae9a-e19c191c29fa','6a39586dd6e497e0c2fc55624064a42889221922321174720786456b2fd441f6','2026-11-22T21:20:29.118Z','train');
INSERT INTO "messages_used" VALUES('3aeb87da-620c-4567-915a-45d7a34264f5','01a20521-bb54-7dc2-ae9a-e19c191c29fa','b4e37b51f6f8567f27fb4e765942625e54adbc926bc271682f0c322c41d4fc32','2026-11-22T21:20:30.045Z','train');
INSERT INTO "messages_used" VALUES('3aeb87da-620c-4567-915a-45d7a34264f5','01a20521-bb54-7dc2-ae9a-e19c191c29fa','28d87abaf41b5ff04a4ff89a8a0d90c93b09fb2913f73ddeac0f228e9a3919b4','2026-11-22T21:20:30.670Z','train');
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
INSERT INTO "signers" VALUES('bob','01a20520-31d7-78b8-a275-28f95d08ad42','bob',NULL,'2026-11-22T21:18:53.570Z','scrypt:/9VYIRfNweG4MnZvyihgxw==:g4V2KtYM8FdITNd/dWmB0thFlDSXKHCkD2svJQKUBbA=',NULL,NULL,0,NULL);
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
