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
ALTER TABLE "dataset" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "dataset" ADD COLUMN "told_time" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "training_run" ADD COLUMN "classes" jsonb;--> statement-breakpoint
ALTER TABLE "selected_feature" ADD CONSTRAINT "selected_feature_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE no action ON UPDATE no action;