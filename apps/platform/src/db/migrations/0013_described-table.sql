ALTER TABLE "training_run" ADD COLUMN "scored_by" text;--> statement-breakpoint
ALTER TABLE "training_run" ADD COLUMN "described_table" jsonb;
