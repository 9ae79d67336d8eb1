"""Run by Alembic for each step; the connection is handed in by :mod:`hub.database`."""

from alembic import context

from hub.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
