CREATE TABLE "notification" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"party_id" text,
	"kind" text NOT NULL,
	"params" jsonb NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"task_id" text,
	"send_time" timestamp (3) with time zone NOT NULL,
	"read_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "platform_log" (
	"seq" integer PRIMARY KEY NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "captcha" (
	"address" text NOT NULL,
	"key" text NOT NULL,
	"answer" text NOT NULL,
	"expiry_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "captcha_address_key_pk" PRIMARY KEY("address","key")
);
--> statement-breakpoint
CREATE TABLE "verification_code" (
	"receiver" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer NOT NULL,
	"send_time" timestamp (3) with time zone NOT NULL,
	"expiry_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "verification_code_receiver_purpose_pk" PRIMARY KEY("receiver","purpose")
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"party_id" text,
	"text" text NOT NULL,
	"page" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_failure" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"last_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market_ticket" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"expiry_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"last_use_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "session_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"display_name" text NOT NULL,
	"phone" text,
	"email" text,
	"password_hash" text NOT NULL,
	"avatar" text,
	"is_demo" boolean DEFAULT false NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"locked_time" timestamp (3) with time zone,
	"delete_time" timestamp (3) with time zone,
	CONSTRAINT "account_username_key_unique" UNIQUE("username_key"),
	CONSTRAINT "account_phone_unique" UNIQUE("phone"),
	CONSTRAINT "account_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "activity" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"action" text NOT NULL,
	"task_id" text,
	"party_id" text,
	"user_id" text,
	"user_name" text NOT NULL,
	"content" jsonb NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dataset" (
	"id" text PRIMARY KEY NOT NULL,
	"party_id" text NOT NULL,
	"name" text NOT NULL,
	"search_name" text DEFAULT '' NOT NULL,
	"description" text NOT NULL,
	"content_type" text NOT NULL,
	"sharing" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"row_count" bigint NOT NULL,
	"table_name" text NOT NULL,
	"columns" jsonb NOT NULL,
	"column_count" integer DEFAULT 0 NOT NULL,
	"column_types" jsonb NOT NULL,
	"label_columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mapping" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"repeated_id" text,
	"created_by_user_id" text NOT NULL,
	"created_by" text NOT NULL,
	"org_code" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"told_time" text DEFAULT '' NOT NULL,
	"task_id" text,
	"parent_id" text,
	"deleted" boolean NOT NULL,
	"is_gone_at_edge" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edge_enrolment" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"party_id" text NOT NULL,
	"created_by" text NOT NULL,
	"expiry_time" timestamp (3) with time zone NOT NULL,
	"used_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "edge_head" (
	"party_id" text NOT NULL,
	"place" integer NOT NULL,
	"public_key" text NOT NULL,
	"head" jsonb NOT NULL,
	"signature" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "edge_head_party_id_place_pk" PRIMARY KEY("party_id","place")
);
--> statement-breakpoint
CREATE TABLE "edge_report" (
	"party_id" text NOT NULL,
	"report_id" integer NOT NULL,
	"error" text,
	CONSTRAINT "edge_report_party_id_report_id_pk" PRIMARY KEY("party_id","report_id")
);
--> statement-breakpoint
CREATE TABLE "edge" (
	"party_id" text PRIMARY KEY NOT NULL,
	"link_public_key" text NOT NULL,
	"node_public_key" text NOT NULL,
	"node_id" text,
	"enrolled_by" text NOT NULL,
	"enrol_time" timestamp (3) with time zone NOT NULL,
	"link_id" text,
	"last_seen" timestamp (3) with time zone,
	"awaited_since" timestamp (3) with time zone,
	"components" jsonb,
	"conditions" jsonb,
	"confinement" text,
	"installation" jsonb,
	"log_head" jsonb,
	"log_signature" text,
	"countersigned" jsonb,
	"has_rewound_log" boolean DEFAULT false NOT NULL,
	"root_certificate" text,
	"revoked_time" timestamp (3) with time zone,
	"lost_notice_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "head_witness" (
	"party_id" text NOT NULL,
	"by_party_id" text NOT NULL,
	"public_key" text NOT NULL,
	"head" jsonb NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "head_witness_party_id_by_party_id_pk" PRIMARY KEY("party_id","by_party_id")
);
--> statement-breakpoint
CREATE TABLE "inference" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"model_id" text NOT NULL,
	"party_id" text NOT NULL,
	"status" text NOT NULL,
	"failure" text,
	"failure_params" jsonb,
	"result" jsonb,
	"result_time" timestamp (3) with time zone,
	"busy_since" timestamp (3) with time zone,
	"created_by_user_id" text NOT NULL,
	"created_by" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"delete_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "model_artifact" (
	"id" text PRIMARY KEY NOT NULL,
	"task_id" text,
	"task_name" text,
	"algorithm_id" text,
	"content_type" text NOT NULL,
	"metrics" jsonb NOT NULL,
	"card" jsonb NOT NULL,
	"file_path" text NOT NULL,
	"sha256" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model" (
	"id" text PRIMARY KEY NOT NULL,
	"artifact_id" text NOT NULL,
	"party_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"instruction" text NOT NULL,
	"application" text NOT NULL,
	"is_published" boolean NOT NULL,
	"source_model_id" text,
	"is_copy" boolean NOT NULL,
	"download_count" integer NOT NULL,
	"created_by_user_id" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"update_time" timestamp (3) with time zone NOT NULL,
	"delete_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "model_draft" (
	"id" text PRIMARY KEY NOT NULL,
	"party_id" text NOT NULL,
	"user_id" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"says_itself" boolean NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_use" (
	"id" text PRIMARY KEY NOT NULL,
	"artifact_id" text NOT NULL,
	"model_id" text NOT NULL,
	"party_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "socket_ticket" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"expiry_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "department" (
	"party_id" text NOT NULL,
	"org_code" text NOT NULL,
	"name" text NOT NULL,
	"parent_code" text,
	CONSTRAINT "department_party_id_org_code_pk" PRIMARY KEY("party_id","org_code")
);
--> statement-breakpoint
CREATE TABLE "party_invite" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"party_id" text NOT NULL,
	"created_by" text NOT NULL,
	"expiry_time" timestamp (3) with time zone NOT NULL,
	"used_by" text
);
--> statement-breakpoint
CREATE TABLE "party_join_request" (
	"id" text PRIMARY KEY NOT NULL,
	"party_id" text NOT NULL,
	"user_id" text NOT NULL,
	"note" text NOT NULL,
	"status" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"reviewed_by" text,
	"review_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "party_member" (
	"party_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"org_code" text NOT NULL,
	"join_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "party_member_party_id_user_id_pk" PRIMARY KEY("party_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "party" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_en" text NOT NULL,
	"avatar" text,
	"edge_url" text,
	"is_deployed" boolean DEFAULT false NOT NULL,
	"suspended_time" timestamp (3) with time zone,
	"created_by" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "party_name_unique" UNIQUE("name"),
	CONSTRAINT "party_name_en_unique" UNIQUE("name_en")
);
--> statement-breakpoint
CREATE TABLE "run_event" (
	"run_id" text NOT NULL,
	"seq" integer NOT NULL,
	"event" jsonb NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "run_event_run_id_seq_pk" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "training_run" (
	"id" text PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"algorithm_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"plan" jsonb NOT NULL,
	"started_by_user_id" text NOT NULL,
	"phase" text NOT NULL,
	"step" text NOT NULL,
	"round" integer NOT NULL,
	"rounds" integer NOT NULL,
	"metrics" jsonb NOT NULL,
	"scored_by" text,
	"described_table" jsonb,
	"parties" jsonb NOT NULL,
	"waiting_for" jsonb NOT NULL,
	"failure" jsonb,
	"last_seq" integer NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"start_time" timestamp (3) with time zone,
	"end_time" timestamp (3) with time zone,
	"is_submitted" boolean DEFAULT false NOT NULL,
	"attempt_id" text,
	"fleet_start" text,
	"resumed_time" timestamp (3) with time zone,
	"server_deaths" jsonb,
	"token_hash" text,
	"engine_away_since" timestamp (3) with time zone,
	"finishes_early" boolean DEFAULT false NOT NULL,
	"ended_by" jsonb,
	"is_released" boolean DEFAULT false NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "grant_notice" (
	"party_id" text NOT NULL,
	"id" text NOT NULL,
	"task_id" text NOT NULL,
	"plan_hash" text NOT NULL,
	"dataset_id" text NOT NULL,
	"row_count" integer NOT NULL,
	"expiry_time" timestamp (3) with time zone NOT NULL,
	"is_withdrawn" boolean NOT NULL,
	"plan" jsonb,
	"code_hash" text,
	"rounds_left" integer,
	"number" text,
	"run_id" text,
	"notice_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "grant_notice_party_id_id_pk" PRIMARY KEY("party_id","id")
);
--> statement-breakpoint
CREATE TABLE "party_names" (
	"task_id" text NOT NULL,
	"party_id" text NOT NULL,
	"dataset_id" text NOT NULL,
	"names" jsonb NOT NULL,
	"confirm_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "party_names_task_id_party_id_pk" PRIMARY KEY("task_id","party_id")
);
--> statement-breakpoint
CREATE TABLE "registration" (
	"id" text PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"party_id" text NOT NULL,
	"role" text NOT NULL,
	"status" text NOT NULL,
	"dataset_id" text,
	"note" text NOT NULL,
	"created_by_user_id" text NOT NULL,
	"created_by" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "registration_of_party" UNIQUE("task_id","party_id")
);
--> statement-breakpoint
CREATE TABLE "selected_feature" (
	"id" text PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"party_id" text NOT NULL,
	"table_name" text NOT NULL,
	"label" text NOT NULL,
	"feature" text NOT NULL,
	"code" integer,
	"position" integer NOT NULL,
	CONSTRAINT "selected_feature_of_party" UNIQUE("task_id","party_id","feature")
);
--> statement-breakpoint
CREATE TABLE "task" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"search_name" text DEFAULT '' NOT NULL,
	"description" text NOT NULL,
	"avatar" text,
	"party_id" text NOT NULL,
	"visibility" text NOT NULL,
	"status" text NOT NULL,
	"research_type" text NOT NULL,
	"algorithm_id" text,
	"parameters" jsonb,
	"column_selection" jsonb,
	"proposed_columns" jsonb,
	"origin_task_id" text,
	"named_party_ids" jsonb,
	"fewest" integer,
	"wait_minutes" integer,
	"seed" text,
	"start" jsonb,
	"created_by_user_id" text NOT NULL,
	"created_by" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"delete_time" timestamp (3) with time zone,
	"joined_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_invite" (
	"code" text PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"expiry_time" timestamp (3) with time zone NOT NULL,
	"used_by_party_id" text
);
--> statement-breakpoint
CREATE TABLE "task_view" (
	"task_id" text NOT NULL,
	"user_id" text NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "task_view_task_id_user_id_day_pk" PRIMARY KEY("task_id","user_id","day")
);
--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_ticket" ADD CONSTRAINT "market_ticket_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edge_enrolment" ADD CONSTRAINT "edge_enrolment_party_id_party_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."party"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edge_enrolment" ADD CONSTRAINT "edge_enrolment_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edge_head" ADD CONSTRAINT "edge_head_party_id_party_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."party"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edge_report" ADD CONSTRAINT "edge_report_party_id_party_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."party"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edge" ADD CONSTRAINT "edge_party_id_party_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."party"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edge" ADD CONSTRAINT "edge_enrolled_by_account_id_fk" FOREIGN KEY ("enrolled_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "head_witness" ADD CONSTRAINT "head_witness_party_id_party_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."party"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "head_witness" ADD CONSTRAINT "head_witness_by_party_id_party_id_fk" FOREIGN KEY ("by_party_id") REFERENCES "public"."party"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inference" ADD CONSTRAINT "inference_model_id_model_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."model"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model" ADD CONSTRAINT "model_artifact_id_model_artifact_id_fk" FOREIGN KEY ("artifact_id") REFERENCES "public"."model_artifact"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model" ADD CONSTRAINT "model_source_model_id_model_id_fk" FOREIGN KEY ("source_model_id") REFERENCES "public"."model"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_use" ADD CONSTRAINT "model_use_artifact_id_model_artifact_id_fk" FOREIGN KEY ("artifact_id") REFERENCES "public"."model_artifact"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "socket_ticket" ADD CONSTRAINT "socket_ticket_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "department" ADD CONSTRAINT "department_party_id_party_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."party"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party_invite" ADD CONSTRAINT "party_invite_party_id_party_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."party"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party_invite" ADD CONSTRAINT "party_invite_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party_join_request" ADD CONSTRAINT "party_join_request_party_id_party_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."party"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party_join_request" ADD CONSTRAINT "party_join_request_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party_member" ADD CONSTRAINT "party_member_party_id_party_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."party"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party_member" ADD CONSTRAINT "party_member_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party" ADD CONSTRAINT "party_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_event" ADD CONSTRAINT "run_event_run_id_training_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."training_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_run" ADD CONSTRAINT "training_run_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party_names" ADD CONSTRAINT "party_names_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration" ADD CONSTRAINT "registration_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selected_feature" ADD CONSTRAINT "selected_feature_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_invite" ADD CONSTRAINT "task_invite_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_view" ADD CONSTRAINT "task_view_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_reader" ON "notification" USING btree ("user_id","party_id","send_time");--> statement-breakpoint
CREATE INDEX "activity_subject" ON "activity" USING btree ("subject","subject_id","create_time");--> statement-breakpoint
CREATE INDEX "activity_task" ON "activity" USING btree ("task_id","create_time","id","action") WHERE "activity"."subject" = 'task';--> statement-breakpoint
CREATE INDEX "dataset_party" ON "dataset" USING btree ("party_id","create_time");--> statement-breakpoint
CREATE INDEX "dataset_parent" ON "dataset" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "dataset_listed" ON "dataset" USING btree ("create_time","id","sharing","party_id","org_code","created_by_user_id","content_type","search_name") WHERE not "dataset"."deleted" and "dataset"."task_id" is null;--> statement-breakpoint
CREATE INDEX "inference_party" ON "inference" USING btree ("party_id","create_time","id");--> statement-breakpoint
CREATE INDEX "inference_result" ON "inference" USING btree ("result_time");--> statement-breakpoint
CREATE INDEX "model_party" ON "model" USING btree ("party_id");--> statement-breakpoint
CREATE INDEX "model_artifact_of" ON "model" USING btree ("artifact_id");--> statement-breakpoint
CREATE INDEX "model_use_artifact" ON "model_use" USING btree ("artifact_id");--> statement-breakpoint
CREATE INDEX "party_join_request_party" ON "party_join_request" USING btree ("party_id","create_time");--> statement-breakpoint
CREATE UNIQUE INDEX "party_join_request_waiting" ON "party_join_request" USING btree ("party_id","user_id") WHERE "party_join_request"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "party_member_user" ON "party_member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "training_run_task" ON "training_run" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "training_run_open" ON "training_run" USING btree ("is_released");--> statement-breakpoint
CREATE INDEX "grant_notice_task" ON "grant_notice" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "registration_party" ON "registration" USING btree ("party_id","status","task_id","created_by_user_id");--> statement-breakpoint
CREATE INDEX "task_party" ON "task" USING btree ("party_id");--> statement-breakpoint
CREATE INDEX "task_pool_parties" ON "task" USING btree ("joined_count","create_time","id") WHERE "task"."delete_time" is null and "task"."visibility" <> 'private' and "task"."status" <> 'disbanded';--> statement-breakpoint
CREATE INDEX "task_pool_name" ON "task" USING btree ("search_name","create_time","id") WHERE "task"."delete_time" is null and "task"."visibility" <> 'private' and "task"."status" <> 'disbanded';--> statement-breakpoint
CREATE INDEX "task_status" ON "task" USING btree ("status");--> statement-breakpoint
CREATE INDEX "task_listed" ON "task" USING btree ("create_time","id","search_name") WHERE "task"."delete_time" is null and "task"."status" <> 'disbanded';--> statement-breakpoint
CREATE INDEX "task_pool" ON "task" USING btree ("create_time","id","status","research_type","search_name") WHERE "task"."delete_time" is null and "task"."visibility" <> 'private' and "task"."status" <> 'disbanded';