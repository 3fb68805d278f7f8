ALTER TABLE "inference" ADD COLUMN "failure_params" jsonb;--> statement-breakpoint
ALTER TABLE "model_artifact" ADD COLUMN "check_time" timestamp (3) with time zone;