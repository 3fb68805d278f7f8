CREATE TABLE "party_names" (
	"task_id" text NOT NULL,
	"party_id" text NOT NULL,
	"dataset_id" text NOT NULL,
	"names" jsonb NOT NULL,
	"confirm_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "party_names_task_id_party_id_pk" PRIMARY KEY("task_id","party_id")
);
--> statement-breakpoint
ALTER TABLE "party_names" ADD CONSTRAINT "party_names_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_run" DROP COLUMN "classes";