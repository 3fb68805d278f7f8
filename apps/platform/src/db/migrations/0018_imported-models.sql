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
ALTER TABLE "model_artifact" ALTER COLUMN "task_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "model_artifact" ALTER COLUMN "task_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "model_artifact" ALTER COLUMN "algorithm_id" DROP NOT NULL;