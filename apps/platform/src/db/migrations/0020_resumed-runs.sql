ALTER TABLE "training_run" ADD COLUMN "fleet_start" text;--> statement-breakpoint
ALTER TABLE "training_run" ADD COLUMN "resumed_time" timestamp (3) with time zone;