ALTER TABLE "grant_notice" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "grant_notice" ADD COLUMN "run_id" text;