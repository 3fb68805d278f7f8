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
DROP INDEX "dataset_time";--> statement-breakpoint
ALTER TABLE "dataset" ADD COLUMN "search_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "dataset" ADD COLUMN "column_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "dataset" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "dataset" ADD COLUMN "told_time" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "training_run" ADD COLUMN "classes" jsonb;--> statement-breakpoint
ALTER TABLE "selected_feature" ADD CONSTRAINT "selected_feature_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "dataset" SET "search_name" = lower(left("name", 100)), "column_count" = jsonb_array_length("columns");--> statement-breakpoint
CREATE INDEX "dataset_listed" ON "dataset" USING btree ("create_time","id","sharing","party_id","org_code","created_by_user_id","content_type","search_name") WHERE not "dataset"."deleted" and "dataset"."task_id" is null;