ALTER TABLE "grant_notice" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "grant_notice" ADD COLUMN "code_hash" text;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "named_party_ids" jsonb;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "fewest" integer;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "seed" text;--> statement-breakpoint
-- What was signed names no parties; recruiting tasks keep their choices, and their initiators close joining.
UPDATE "grant_notice" SET "plan" = '{"parties": []}';--> statement-breakpoint
UPDATE "training_run" SET "plan" = "plan" || '{"parties": [], "fewest": 0, "seed": ""}';--> statement-breakpoint
-- Independent research names its own party, and has nobody to wait for.
UPDATE "task" SET "seed" = replace(gen_random_uuid()::text, '-', '') WHERE "research_type" = 'independent';
