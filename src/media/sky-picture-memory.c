/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-picture-memory.h"

#include <sys/mman.h>

#define MEMORY_TYPE "SkyPictureMemory"

/* A page's, on any system: wider than any processor's registers. */
#define ALIGNMENT 4096

/* The bytes of a picture. They are pages of their own: among what else the threads of a decoder
 * allocate, pictures that stay and pictures that go would leave holes that nobody gives back. */
typedef struct
{
  gatomicrefcount refs; /* the memories that show it */
  gsize size;
  guint8 *bytes;
} Plate;

typedef struct
{
  GstMemory memory;
  Plate *plate;
} PlateMemory;

struct _SkyPictureMemory
{
  GstAllocator parent_instance;

  GMutex lock;
  GPtrArray *spare; /* lock: Plate; what was let go of first comes first */
  gsize spare_size; /* lock: of all of them */
};

G_DEFINE_FINAL_TYPE (SkyPictureMemory, sky_picture_memory, GST_TYPE_ALLOCATOR)

static void
plate_free (gpointer data)
{
  Plate *plate = data;

  munmap (plate->bytes, plate->size);
  g_free (plate);
}

static Plate *
take_spare (SkyPictureMemory *self, gsize size)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  for (guint i = self->spare->len; i-- > 0;)
    {
      Plate *plate = g_ptr_array_index (self->spare, i);
      if (plate->size != size)
        continue;
      self->spare_size -= size;
      return g_ptr_array_steal_index (self->spare, i);
    }
  return NULL;
}

/* Takes @plate: (transfer full). What was kept longest has to make room for it. */
static void
keep_spare (SkyPictureMemory *self, Plate *plate)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  guint n = 0;

  g_ptr_array_add (self->spare, plate);
  self->spare_size += plate->size;
  for (; self->spare_size > SKY_PICTURE_MEMORY_SPARE_MAX; n++)
    self->spare_size -= ((Plate *) g_ptr_array_index (self->spare, n))->size;
  if (n > 0)
    g_ptr_array_remove_range (self->spare, 0, n);
}

/* NULL: there is no memory for it. */
static Plate *
plate_new (gsize size)
{
  guint8 *bytes = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (bytes == MAP_FAILED)
    return NULL;
  Plate *plate = g_new0 (Plate, 1);
  plate->size = size;
  plate->bytes = bytes;
  return plate;
}

static GstMemory *
memory_new (GstAllocator *allocator, Plate *plate, GstMemoryFlags flags, gsize offset, gsize size)
{
  PlateMemory *memory = g_new0 (PlateMemory, 1);

  gst_memory_init (GST_MEMORY_CAST (memory), flags, allocator, NULL, plate->size, ALIGNMENT - 1,
                   offset, size);
  memory->plate = plate;
  return GST_MEMORY_CAST (memory);
}

static GstMemory *
sky_picture_memory_alloc (GstAllocator *allocator, gsize size, GstAllocationParams *params)
{
  gsize whole = params->prefix + size + params->padding;
  Plate *plate;

  g_return_val_if_fail (params->align < ALIGNMENT, NULL);

  plate = take_spare (SKY_PICTURE_MEMORY (allocator), whole);
  if (plate == NULL)
    plate = plate_new (whole);
  if (plate == NULL)
    return NULL;
  g_atomic_ref_count_init (&plate->refs);
  return memory_new (allocator, plate, 0, params->prefix, size);
}

static void
sky_picture_memory_free (GstAllocator *allocator, GstMemory *memory)
{
  SkyPictureMemory *self = SKY_PICTURE_MEMORY (allocator);
  Plate *plate = ((PlateMemory *) memory)->plate;

  g_free (memory);
  if (g_atomic_ref_count_dec (&plate->refs))
    keep_spare (self, plate);
}

static gpointer
map_cb (GstMemory *memory, gsize size, GstMapFlags flags)
{
  return ((PlateMemory *) memory)->plate->bytes;
}

static void
unmap_cb (GstMemory *memory)
{
}

static GstMemory *
share_cb (GstMemory *memory, gssize offset, gssize size)
{
  Plate *plate = ((PlateMemory *) memory)->plate;
  gsize length = size >= 0 ? (gsize) size : memory->size - (gsize) offset;

  g_atomic_ref_count_inc (&plate->refs);
  return memory_new (memory->allocator, plate, GST_MEMORY_FLAG_READONLY,
                     memory->offset + (gsize) offset, length);
}

static gboolean
is_span_cb (GstMemory *first, GstMemory *second, gsize *offset)
{
  return FALSE;
}

static void
sky_picture_memory_finalize (GObject *object)
{
  SkyPictureMemory *self = SKY_PICTURE_MEMORY (object);

  g_ptr_array_unref (self->spare);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (sky_picture_memory_parent_class)->finalize (object);
}

static void
sky_picture_memory_class_init (SkyPictureMemoryClass *klass)
{
  GstAllocatorClass *allocator_class = GST_ALLOCATOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sky_picture_memory_finalize;
  allocator_class->alloc = sky_picture_memory_alloc;
  allocator_class->free = sky_picture_memory_free;
}

static void
sky_picture_memory_init (SkyPictureMemory *self)
{
  GstAllocator *allocator = GST_ALLOCATOR (self);

  allocator->mem_type = MEMORY_TYPE;
  allocator->mem_map = map_cb;
  allocator->mem_unmap = unmap_cb;
  allocator->mem_copy = share_cb;
  allocator->mem_share = share_cb;
  allocator->mem_is_span = is_span_cb;
  g_mutex_init (&self->lock);
  self->spare = g_ptr_array_new_with_free_func (plate_free);
}

GstAllocator *
sky_picture_memory_new (void)
{
  return g_object_ref_sink (g_object_new (SKY_TYPE_PICTURE_MEMORY, NULL));
}

gsize
sky_picture_memory_get_spare (GstAllocator *memory)
{
  SkyPictureMemory *self = SKY_PICTURE_MEMORY (memory);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->spare_size;
}

gboolean
sky_picture_memory_is_shared (GstMemory *memory)
{
  return gst_memory_is_type (memory, MEMORY_TYPE)
         && !g_atomic_ref_count_compare (&((PlateMemory *) memory)->plate->refs, 1);
}
